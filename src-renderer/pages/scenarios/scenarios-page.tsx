import { ListChecks } from 'lucide-react';
import { EntityPage } from '#renderer/components/entity-list.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { GalleryPane } from './gallery-pane.tsx';
import { RunAllButton, RunAllSummary } from './run-all-button.tsx';
import {
  type ListedScenario,
  newPath,
  openGallery,
  openScenario,
  useScenarioRoute,
  useScenarios,
} from './scenario-data.ts';
import { scenarioColumns } from './scenario-list.tsx';
import { ScenarioPane } from './scenario-pane.tsx';

export function ScenariosPage() {
  const list = useScenarios();
  const { file: routeFile, tab } = useScenarioRoute();
  const { items, folder } = list;
  const file = routeFile ?? items[0]?.file;
  return (
    <EntityPage<ListedScenario>
      title="Scenarios"
      noun="scenario"
      icon={ListChecks}
      list={list}
      columns={scenarioColumns}
      rowHeight={66}
      startSize={320}
      actions={items.length > 0 && <RunAllButton files={items.map((item) => item.file)} />}
      foot={<RunAllSummary />}
      hints={[{ keys: ['Mod+Shift+Enter'], text: 'run all' }]}
      selectedId={file === newPath ? null : (file ?? null)}
      onSelect={(id) => openScenario(id, tab)}
      onNew={openGallery}
      empty={
        <EmptyState
          icon={ListChecks}
          title="No scenarios yet"
          actions={<Button onClick={openGallery}>New scenario</Button>}
        >
          Scenarios rehearse hours of deliveries in seconds.
        </EmptyState>
      }
    >
      {file === undefined || file === newPath ? (
        <GalleryPane files={items.map((item) => item.file)} />
      ) : (
        <ScenarioPane key={file} file={file} folder={folder} />
      )}
    </EntityPage>
  );
}
