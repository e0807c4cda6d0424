import { FolderOpen, ListChecks } from 'lucide-react';
import { useFileDrop } from '#renderer/kit/files/file-drop.ts';
import { EntityPage } from '#renderer/kit/lists/entity-list.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { GalleryPane } from './gallery-pane.tsx';
import { chooseAndOpen, openDropped } from './open-file.ts';
import { RunAllButton, RunAllSummary } from './run-all.tsx';
import { RunArchivePane } from './run-archive-pane.tsx';
import {
  type ListedScenario,
  newPath,
  openGallery,
  openListed,
  useScenarioRoute,
  useScenarios,
} from './scenario-data.ts';
import { scenarioColumns } from './scenario-list.tsx';
import { ScenarioPane } from './scenario-pane.tsx';

export function ScenariosPage() {
  const list = useScenarios();
  const { file: wanted, tab, openedRun } = useScenarioRoute();
  const { dropArea } = useFileDrop((_, all) => void openDropped(all));
  const { items, folder } = list;
  const files = items.filter(({ isRunArchive }) => !isRunArchive).map((item) => item.file);
  const file = wanted ?? files[0];
  return (
    <div className="h-full min-h-0" {...dropArea}>
      <EntityPage<ListedScenario>
        title="Scenarios"
        noun="scenario"
        icon={ListChecks}
        list={list}
        columns={scenarioColumns}
        rowHeight={66}
        startSize={320}
        actions={
          <>
            {files.length > 0 && <RunAllButton files={files} />}
            <IconButton
              icon={FolderOpen}
              label="Open a run archive, zip or YAML file…"
              onClick={() => void chooseAndOpen()}
            />
          </>
        }
        foot={<RunAllSummary />}
        hints={[{ keys: ['Mod+Shift+Enter'], text: 'run all' }]}
        selectedId={
          openedRun !== null ? `runs/${openedRun}` : file === newPath ? null : (file ?? null)
        }
        onSelect={(id) => openListed(id, tab)}
        onNew={openGallery}
        empty={
          <EmptyState
            icon={ListChecks}
            title="No scenarios yet"
            actions={
              // Otherwise, its examples are shown beside.
              wanted !== undefined &&
              wanted !== newPath && <Button onClick={openGallery}>New scenario</Button>
            }
          >
            Scenarios rehearse hours of deliveries in seconds.
          </EmptyState>
        }
      >
        {openedRun !== null ? (
          <RunArchivePane key={openedRun} id={openedRun} />
        ) : file === undefined || file === newPath ? (
          <GalleryPane files={files} />
        ) : (
          <ScenarioPane
            key={file}
            file={file}
            name={items.find(({ id }) => id === file)?.name ?? null}
            folder={folder}
          />
        )}
      </EntityPage>
    </div>
  );
}
