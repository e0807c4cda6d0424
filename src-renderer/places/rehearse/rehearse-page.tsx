import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useFileDrop } from '#renderer/kit/files/file-drop.ts';
import { cx } from '#renderer/ui/cx.ts';
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
import { CertificationView } from './certification/certification-view.tsx';
import { Library } from './library.tsx';
import { chooseAndOpen, openDropped } from './open-file.ts';
import { RunAllButton } from './run-all.tsx';
import { RunArchivePane } from './run-archive-pane.tsx';
import { useIsNew, useRehearseRoute, useScenarios } from './scenario-data.ts';
import { followCurrentRun } from './scenario-run.ts';
import { ScenarioView } from './scenario-view.tsx';

/** One library, and what is selected in it: a scenario, a run archive or a certification. */
export function RehearsePage() {
  const list = useScenarios();
  const { selection } = useRehearseRoute();
  const { isOver, dropArea } = useFileDrop((_, all) => void openDropped(all));
  const isNew = useIsNew();
  const [isNewOpen, setNewOpen] = useState(isNew);
  useEffect(() => {
    // Without a connection, the list says so.
    void followCurrentRun().catch(() => undefined);
  }, []);
  const { items, folder } = list;
  const files = items.filter(({ isRunArchive }) => !isRunArchive).map((item) => item.file);
  const [open] = useActions('Rehearse', [
    {
      id: 'scenario.open',
      title: 'Open file…',
      keywords: ['run archive', 'zip', 'yaml'],
      icon: FolderOpen,
      run: () => void chooseAndOpen(),
    },
  ]);
  return (
    <div
      className={cx(
        'flex h-full min-h-0 flex-col',
        isOver && 'outline-2 -outline-offset-2 outline-accent',
      )}
      {...dropArea}
    >
      <PlaceHeader title="Rehearse" news="Try what goes wrong, in virtual time, before it does.">
        <ActionButton action={open} variant="quiet" />
        <RunAllButton files={files} />
      </PlaceHeader>
      <div className="grid min-h-0 flex-1 grid-cols-[252px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] max-lg:grid-cols-[200px_minmax(0,1fr)] max-md:grid-cols-[132px_minmax(0,1fr)]">
        <Library list={list} selected={selection} isNewOpen={isNewOpen} onNewOpen={setNewOpen} />
        <div className="min-h-0 min-w-0">
          {selection.kind === 'run' ? (
            <RunArchivePane key={selection.id} id={selection.id} />
          ) : selection.kind === 'certification' ? (
            <CertificationView key={selection.id} id={selection.id} />
          ) : (
            <ScenarioView
              key={selection.file}
              file={selection.file}
              name={items.find(({ id }) => id === selection.file)?.name ?? null}
              folder={folder}
            />
          )}
        </div>
      </div>
    </div>
  );
}
