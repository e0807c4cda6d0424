import { Download, Play, Save, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import { ActionButton, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { deleteAction } from '#renderer/kit/actions/entity-actions.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { StoredScenario } from '#shared/scenarios/schema/workspace.ts';
import { AllowOrigins } from './before-run.tsx';
import { EditTab } from './edit-tab.tsx';
import { ExploreTab } from './explore-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { stopRuns, useRunAll } from './run-all.tsx';
import { durationText } from './run-labels.ts';
import { RunTab } from './run-tab.tsx';
import { saveZip } from './save-files.ts';
import {
  exploreScenario,
  originsToAllow,
  type ReadyScenario,
  readyToRun,
  removalOfScenario,
  runScenario,
  saveFinding,
  saveScenario,
} from './scenario-actions.ts';
import {
  openGallery,
  openScenario,
  openScenarioFromHere,
  type Tab,
  useChecked,
  useRuns,
  useScenarioFile,
  useScenarioRoute,
} from './scenario-data.ts';
import { useChoice, useDrafts } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { ExploreBar, exploreProblem, RunBar } from './start-controls.tsx';

interface ScenarioPaneProps {
  readonly file: string;
  /** As listed; shown until the text is checked. */
  readonly name: string | null;
  readonly folder: string | null;
}

export function ScenarioPane({ file, ...rest }: ScenarioPaneProps) {
  const { data, error, refetch } = useScenarioFile(file);
  if (error !== null)
    return isNotFound(error) ? (
      <EmptyState
        title="Scenario not found"
        actions={<Button onClick={openGallery}>New scenario</Button>}
      >
        It was deleted or moved.
      </EmptyState>
    ) : (
      <ErrorState title={`Can't load ${file}`} onRetry={() => void refetch()}>
        {errorSentence(error)}
      </ErrorState>
    );
  if (data === undefined) return <LateSpinner label="Loading scenario" />;
  return <LoadedScenario stored={data} {...rest} />;
}

interface LoadedScenarioProps extends Omit<ScenarioPaneProps, 'file'> {
  readonly stored: StoredScenario;
}

function LoadedScenario({ stored, name: listedName, folder }: LoadedScenarioProps) {
  const { file } = stored;
  const { tab, runId } = useScenarioRoute();
  const draft = useDrafts(({ texts }) => texts[file]);
  const text = draft?.text ?? stored.text;
  const choice = useChoice(file);
  const checked = useChecked(file, text, choice.set);
  const runs = useRuns(file).data ?? [];
  const isRunning = useScenarioRun((run) => run.isRunning);
  const isStopping = useScenarioRun((run) => run.isStopping);
  const runningFile = useScenarioRun((run) => run.file);
  const isOwn = isRunning && runningFile === file;
  const isAll = useRunAll((all) => all.isRunning);
  const isBusy = isAll || isRunning;
  const busyProblem = isRunning
    ? `${runningFile} is running`
    : isAll
      ? 'All scenarios are running'
      : undefined;
  const editor = useRef<CodeEditorHandle>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const [toAllow, setToAllow] = useState<readonly string[]>([]);

  /** Runs or explores the text in the editor, unless a value is missing. */
  async function start(
    action: (ready: ReadyScenario, open: typeof openScenario) => Promise<unknown> = tab ===
    'explore'
      ? (ready) => exploreScenario(ready)
      : runScenario,
  ): Promise<void> {
    if (isBusy) return;
    const open = openScenarioFromHere();
    let ready: ReadyScenario;
    try {
      ready = await readyToRun(file, text);
    } catch (problem) {
      showToast({ title: "Can't run", description: errorSentence(problem), tone: 'bad' });
      return;
    }
    setShowsMissing(ready.problem !== null);
    if (ready.problem !== null) {
      open(file);
      showToast({ title: "Can't run yet", description: ready.problem, tone: 'bad' });
      return;
    }
    const origins = originsToAllow([ready]);
    if (origins.length > 0) return setToAllow(origins);
    await action(ready, open);
  }

  async function allowAndStart(): Promise<void> {
    setToAllow([]);
    await start();
  }

  const [startOne, stop, save, ...others] = useActions('Scenarios', [
    {
      id: 'scenario.run',
      title: tab === 'explore' ? 'Explore scenario' : 'Run scenario',
      label: tab === 'explore' ? 'Explore' : 'Run',
      shortcut: 'Mod+Enter',
      icon: Play,
      isShown: !isOwn,
      problem: busyProblem ?? (tab === 'explore' ? exploreProblem(checked, choice) : undefined),
      run: () => void start(),
    },
    {
      id: 'scenario.stop',
      title: 'Stop scenario',
      label: 'Stop',
      shortcut: 'Escape',
      icon: Square,
      isShown: isBusy,
      busy: isOwn && isStopping,
      run: stopRuns,
    },
    {
      id: 'scenario.save',
      title: 'Save scenario',
      label: 'Save',
      // Active without changes too: the browser would otherwise save the page.
      shortcut: 'Mod+S',
      icon: Save,
      run: () => void saveScenario(file),
    },
    ...(['edit', 'run', 'explore', 'history'] as const).map((name, index) => ({
      id: `scenario.tab.${name}`,
      title: tabActions[name],
      shortcut: String(index + 1),
      run: () => openScenario(file, name),
    })),
    {
      id: 'scenario.export',
      title: 'Export with its files',
      hidden: true,
      icon: Download,
      menu: 'main',
      failure: `Can't export ${file}`,
      run: async () => saveZip(await core.scenarios.exportFile({ file })),
    },
    { ...deleteAction('scenario', removalOfScenario(file, text)), hidden: true },
  ]);

  const [last] = runs;
  return (
    <section
      {...paneMark}
      aria-label="Scenario"
      className="flex h-full min-h-0 flex-col outline-none short:overflow-y-auto"
    >
      <PageHeader
        title={(checked === undefined ? listedName : checked.name) ?? file}
        badge={draft === undefined ? undefined : <Badge>unsaved</Badge>}
        meta={
          <>
            <span className="bytes">{file}</span>
            {last !== undefined && <span>{durationText(last)}</span>}
          </>
        }
        actions={
          <>
            <ActionButton
              action={save}
              disabledReason={draft === undefined ? 'No changes' : undefined}
            />
            <ActionMenu actions={others} />
          </>
        }
      />
      {/* In a low window, all of the pane scrolls. */}
      <div className="flex min-h-0 flex-1 flex-col short:min-h-96 short:flex-none">
        <Tabs<Tab>
          label="Scenario"
          listClassName="border-y border-line bg-bg-1 px-2.5 py-1.5"
          tabs={[
            { value: 'edit', label: tabTitles.edit },
            { value: 'run', label: tabTitles.run },
            { value: 'explore', label: tabTitles.explore },
            { value: 'history', label: tabTitles.history, count: runs.length },
          ]}
          value={tab}
          onChange={(next) => openScenario(file, next)}
        >
          <TabPanel value="edit">
            <EditTab
              ref={editor}
              file={file}
              text={text}
              stored={stored}
              checked={checked}
              showsMissing={showsMissing}
            />
          </TabPanel>
          <TabPanel value="run">
            <RunTab file={file} runId={runId} />
          </TabPanel>
          <TabPanel value="explore">
            <ExploreTab
              file={file}
              checked={checked}
              onContinue={(position) => void start((ready) => exploreScenario(ready, position))}
              onSave={(found) => void start((ready, open) => saveFinding(ready, open, found))}
            />
          </TabPanel>
          <TabPanel value="history">
            <HistoryTab file={file} />
          </TabPanel>
        </Tabs>
      </div>
      {tab === 'explore' ? (
        <ExploreBar {...{ file, folder, checked, stop }} start={startOne} />
      ) : (
        <RunBar {...{ file, folder, checked, stop }} start={startOne} />
      )}
      <AllowOrigins
        origins={toAllow}
        onCancel={() => setToAllow([])}
        onAllow={() => void allowAndStart()}
      />
    </section>
  );
}

const tabTitles: Record<Tab, string> = {
  edit: 'Edit',
  run: 'Run',
  explore: 'Explore',
  history: 'History',
};
const tabActions: Record<Tab, string> = {
  edit: 'Show editor',
  run: 'Show last run',
  explore: 'Show exploration',
  history: 'Show history',
};
