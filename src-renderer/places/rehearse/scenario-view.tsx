import {
  Download,
  FileText,
  Image,
  Play,
  Repeat,
  Save,
  Shuffle,
  SlidersHorizontal,
  Square,
  Video,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { ActionButton, ActionMenu, useActions } from '#renderer/kit/actions/actions.tsx';
import { deleteAction } from '#renderer/kit/actions/entity-actions.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { reportActions } from '#renderer/kit/files/save-report.tsx';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { compactDuration } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { runCommandText } from '#shared/scenarios/command.ts';
import type { CheckedScenario, StoredScenario } from '#shared/scenarios/schema/workspace.ts';
import { AllowOrigins } from './before-run.tsx';
import { stopRuns, useRunAll } from './run-all.tsx';
import { useRunFacts } from './run-facts.ts';
import { RunHeader } from './run-header.tsx';
import { reportOf } from './run-labels.ts';
import { type OutageEdit, RunView } from './run-view.tsx';
import { RunsPane } from './runs-pane.tsx';
import { saveRunArchive, saveZip } from './save-files.ts';
import { saveFilm } from './save-film.ts';
import {
  commandChoice,
  originsToAllow,
  problemText,
  type ReadyScenario,
  readyToRun,
  removalOfScenario,
  runScenario,
  saveAsScenario,
  saveFailure,
  saveScenario,
} from './scenario-actions.ts';
import {
  openScenario,
  openScenarioFromHere,
  type Shown,
  useChecked,
  useRehearseRoute,
  useRuns,
  useScenarioFile,
} from './scenario-data.ts';
import { setVariable, typeScenario, useChoice, useDrafts } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { outagesIn, withValueAt } from './scenario-text.ts';
import { TextPane } from './text-pane.tsx';
import { VaryPane } from './vary-pane.tsx';
import { builtInOf } from './what-if.ts';

interface ScenarioViewProps {
  readonly file: string;
  /** As listed; shown until the text is checked. */
  readonly name: string | null;
  readonly folder: string | null;
}

/** A scenario file, or a built-in scenario. */
export function ScenarioView({ file, ...rest }: ScenarioViewProps) {
  const { data, error, refetch } = useScenarioFile(file);
  const builtIn = builtInOf(file);
  const stored = builtIn === undefined ? data : { file, text: builtIn.text, version: '' };
  if (error !== null)
    return isNotFound(error) ? (
      <EmptyState title="Scenario not found">It was deleted or moved.</EmptyState>
    ) : (
      <ErrorState title={`Can't load ${file}`} onRetry={() => void refetch()}>
        {errorSentence(error)}
      </ErrorState>
    );
  if (stored === undefined) return <LateSpinner label="Loading scenario" />;
  return <Loaded stored={stored} isBuiltIn={builtIn !== undefined} {...rest} />;
}

const noProblems: CheckedScenario['problems'] = [];

interface ProblemsProps {
  readonly problems: CheckedScenario['problems'];
  /** Null if the text can't be shown. */
  readonly onShow: ((line: number) => void) | null;
}

/** Why a scenario can't be run. */
function Problems({ problems, onShow }: ProblemsProps) {
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <ErrorState
      title={`Can't run: ${counted(problems.length, 'problem')}`}
      actions={onShow !== null && <Button onClick={() => onShow(first.line)}>Edit text</Button>}
    >
      {problems.slice(0, maxProblems).map((problem) => (
        <span key={problemText(problem)} className="block [overflow-wrap:anywhere]">
          {problemText(problem)}
        </span>
      ))}
      {problems.length > maxProblems && `and ${problems.length - maxProblems} more`}
    </ErrorState>
  );
}

const maxProblems = 5;

interface LoadedProps extends Omit<ScenarioViewProps, 'file'> {
  readonly stored: StoredScenario;
  readonly isBuiltIn: boolean;
}

/** What the last run in this window was started with, by file. */
const startedWith = new Map<string, string>();

/** Whether the next run differs from the one that is shown. */
function useIsChanged(file: string, runId: string | null, signature: string): boolean {
  const baseline = useRef<{ readonly id: string; readonly signature: string } | null>(null);
  if (runId !== null && baseline.current?.id !== runId)
    baseline.current = { id: runId, signature: startedWith.get(file) ?? signature };
  return runId !== null && baseline.current?.signature !== signature;
}

/** Changes the variables of a step with an outage, or its values in the text. */
function outageEditOf(
  stored: StoredScenario,
  text: string,
  checked: CheckedScenario | undefined,
): OutageEdit {
  const { file } = stored;
  const written = outagesIn(text);
  const change: OutageEdit['change'] = (index, { from, to }) => {
    const outage = written[index];
    if (outage === undefined) return;
    let next = text;
    for (const [time, ms] of [
      [outage.start, from],
      [outage.duration, to - from],
    ] as const) {
      if (time === null) continue;
      const value = compactDuration(ms).replaceAll(' ', '');
      const { variable } = time;
      if (variable === null) next = withValueAt(next, time.path, value);
      else {
        const declared = checked?.variables.find(({ name }) => name === variable);
        const isDefault = String(declared?.default ?? '') === value;
        setVariable(file, variable, isDefault ? null : value, declared?.isSecret === true);
      }
    }
    if (next !== text) typeScenario(file, next, stored.version);
  };
  return {
    editable: written.map(({ start, duration }) => ({
      start: start !== null,
      end: duration !== null,
    })),
    change,
  };
}

function Loaded({ stored, isBuiltIn, name: listedName, folder }: LoadedProps) {
  const { file } = stored;
  const { show, runId, line } = useRehearseRoute();
  const draft = useDrafts(({ texts }) => texts[file]);
  const text = draft?.text ?? stored.text;
  const choice = useChoice(file);
  const { checked, isCurrent } = useChecked(file, text, choice.set);
  const facts = useRunFacts(file, runId);
  const runs = useRuns(file).data ?? [];
  const { isRunning, isStopping, file: runningFile } = useScenarioRun();
  const isPaused = useScenarioRun(({ pace }) => pace?.isPaused === true);
  const isOwn = isRunning && runningFile === file;
  const isAll = useRunAll((all) => all.isRunning);
  const [showsMissing, setShowsMissing] = useState(false);
  const [showsOptions, setShowsOptions] = useState(false);
  const [toAllow, setToAllow] = useState<(() => Promise<unknown>) | null>(null);
  const [origins, setOrigins] = useState<readonly string[]>([]);
  const signature = JSON.stringify([text, choice.set, choice.case, choice.seed]);
  const isChanged = useIsChanged(file, facts.run?.id ?? null, signature);
  const busyProblem = isRunning
    ? `${runningFile} is running`
    : isAll
      ? 'All scenarios are running'
      : undefined;

  /** Checks the text first, and asks for what is missing. */
  async function start(
    action: (ready: ReadyScenario, open: typeof openScenario) => Promise<unknown> = runScenario,
  ): Promise<void> {
    if (busyProblem !== undefined) return;
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
      // The view says what is wrong in the text.
      if (ready.checked.problems.length > 0) return;
      showToast({ title: "Can't run yet", description: ready.problem, tone: 'bad' });
      return;
    }
    const begin = (): Promise<unknown> => {
      startedWith.set(file, signature);
      return action(ready, open);
    };
    const asked = originsToAllow([ready]);
    if (asked.length === 0) return void (await begin());
    setOrigins(asked);
    setToAllow(() => begin);
  }

  const shownRun = isChanged || facts.isRunning ? null : (facts.run?.id ?? null);
  const problems = checked?.problems ?? noProblems;

  /** A command needs a file. */
  async function savedBuiltIn(): Promise<string> {
    const created =
      checked === undefined ? null : await saveAsScenario(file, text, checked, shownRun);
    if (created === null) throw new Error('Not saved.');
    return created;
  }

  const toggle = (part: Shown): void =>
    openScenario(file, { show: show === part ? null : part, run: runId });
  const { run } = facts;
  const finished = run ?? null;
  const hasRun = finished !== null && !facts.isRunning;
  const actions = useActions('Rehearse', [
    {
      id: 'scenario.run',
      title: hasRun ? 'Run again' : 'Run',
      // Of the variation, while that is shown.
      ...(show !== 'vary' && { shortcut: 'Mod+Enter' }),
      icon: Play,
      isShown: !isOwn,
      problem:
        busyProblem ??
        (problems.length > 0 && isCurrent
          ? `${counted(problems.length, 'problem')} in the text`
          : undefined),
      run: () => void start(),
    },
    {
      id: 'scenario.stop',
      title: 'Stop',
      shortcut: 'Escape',
      icon: Square,
      isShown: isOwn || isAll,
      busy: isOwn && isStopping,
      run: stopRuns,
    },
    {
      id: 'scenario.save',
      title: isBuiltIn ? 'Save as scenario' : 'Save',
      // Active without changes too: the browser would otherwise save the page.
      shortcut: 'Mod+S',
      icon: Save,
      problem: isBuiltIn && checked === undefined ? 'Not checked yet' : undefined,
      run: () =>
        void (isBuiltIn && checked !== undefined
          ? saveAsScenario(file, text, checked, shownRun)
          : saveScenario(file)),
    },
    {
      id: 'scenario.text',
      title: show === 'text' ? 'Close text' : 'Edit text',
      icon: FileText,
      isShown: !isBuiltIn,
      run: () => toggle('text'),
    },
    {
      id: 'scenario.options',
      title: showsOptions ? 'Hide seed and speed' : 'Seed and speed',
      icon: SlidersHorizontal,
      menu: 'main',
      run: () => setShowsOptions(!showsOptions),
    },
    {
      id: 'scenario.vary',
      title: 'Vary',
      keywords: ['explore', 'disturbances', 'duplicate'],
      icon: Shuffle,
      menu: 'main',
      isShown: !isBuiltIn || (checked?.servers.length ?? 0) > 0,
      run: () => toggle('vary'),
    },
    {
      id: 'scenario.runs',
      title: 'Compare runs',
      icon: Repeat,
      menu: 'main',
      isShown: runs.length > 0,
      run: () => toggle('runs'),
    },
    {
      id: 'scenario.deliveries',
      title: 'Open in Deliveries',
      menu: 'run',
      isShown: hasRun,
      run: () => {
        if (finished !== null) navigate({ page: 'deliveries', path: ['runs', finished.id] });
      },
    },
    {
      id: 'scenario.failure',
      title: 'Save this failure',
      menu: 'run',
      isShown: hasRun && finished.verdict === 'failed',
      run: () => {
        if (finished !== null) void saveFailure(finished);
      },
    },
    {
      id: 'scenario.archive',
      title: 'Save run archive',
      icon: Download,
      menu: 'run',
      isShown: hasRun,
      run: () => {
        if (finished !== null) void saveRunArchive(finished.id);
      },
    },
    ...reportActions(hasRun ? reportOf(finished) : null),
    {
      id: 'scenario.image',
      title: 'Save film as image',
      icon: Image,
      menu: 'film',
      isShown: hasRun,
      failure: "Can't save the image",
      run: async () => (finished === null ? undefined : saveFilm(finished, 'image')),
    },
    {
      id: 'scenario.video',
      title: 'Save film as video',
      icon: Video,
      menu: 'film',
      isShown: hasRun,
      failure: "Can't save the video",
      run: async () => (finished === null ? undefined : saveFilm(finished, 'video')),
    },
    {
      id: 'scenario.export',
      title: 'Export with its files',
      hidden: true,
      icon: Download,
      menu: 'file',
      isShown: !isBuiltIn,
      failure: `Can't export ${file}`,
      run: async () => saveZip(await core.scenarios.exportFile({ file })),
    },
    {
      ...deleteAction('scenario', removalOfScenario(file, text)),
      isShown: !isBuiltIn,
      hidden: true,
    },
  ]);
  const [startOne, stop, save, editText] = actions;
  const builtIn = builtInOf(file);
  const title =
    builtIn?.whatIf.title ?? (checked === undefined ? listedName : checked.name) ?? file;
  const seed = choice.seed ?? checked?.seed ?? 1;
  return (
    <section
      {...paneMark}
      aria-label="Scenario"
      className="flex h-full min-h-0 flex-col outline-none short:overflow-y-auto"
    >
      <RunHeader
        {...{ file, title, checked, runs, show, showsMissing, showsOptions }}
        isRunning={facts.isRunning}
        isPaused={isPaused}
        // The verdict of the last run says nothing about the variation.
        run={isChanged || facts.isRunning || show === 'vary' ? null : finished}
        isChanged={isChanged && !facts.isRunning}
        badge={draft === undefined ? undefined : <Badge>unsaved</Badge>}
        command={async () => {
          const ofFile = isBuiltIn ? await savedBuiltIn() : file;
          const command = commandChoice({ file: ofFile, folder, checked });
          return runCommandText({ ...command, seed, untilMs: null });
        }}
        onRuns={() => toggle('runs')}
        onClose={() => openScenario(file, { run: runId })}
        menu={<ActionMenu actions={actions} />}
      >
        <ActionButton action={startOne} variant="soft" />
        <ActionButton action={stop} />
        <ActionButton
          action={save}
          disabledReason={
            isOwn
              ? 'A run is in progress'
              : !isBuiltIn && draft === undefined
                ? 'No changes'
                : save.problem
          }
        />
        <ActionButton action={editText} variant="quiet" />
      </RunHeader>
      <div className="min-h-0 flex-1 border-t border-line short:min-h-96 short:flex-none">
        {show === 'text' && !isBuiltIn ? (
          <TextPane {...{ file, text, stored, checked, line }} />
        ) : show === 'vary' ? (
          <VaryPane
            {...{ file, folder, checked }}
            isBuiltIn={isBuiltIn}
            busyProblem={isOwn ? undefined : busyProblem}
            onStart={(action) => void start(action)}
          />
        ) : show === 'runs' ? (
          <RunsPane file={file} />
        ) : facts.problem !== null ? (
          <ErrorState title="Can't run this scenario">{facts.problem}</ErrorState>
        ) : facts.error !== null ? (
          <ErrorState onRetry={facts.retry}>{errorSentence(facts.error)}</ErrorState>
        ) : run === undefined || checked === undefined ? (
          <LateSpinner label="Loading the run" />
        ) : problems.length > 0 ? (
          <Problems
            problems={problems}
            onShow={
              isBuiltIn ? null : (at) => openScenario(file, { show: 'text', line: at, run: runId })
            }
          />
        ) : (
          <RunView
            {...{ facts, isChanged }}
            prediction={checked.prediction}
            outages={outageEditOf(stored, text, checked)}
            onShowLine={isBuiltIn ? null : (at) => openScenario(file, { show: 'text', line: at })}
          />
        )}
      </div>
      <AllowOrigins
        origins={origins}
        onCancel={() => setOrigins([])}
        onAllow={() => {
          setOrigins([]);
          void toAllow?.();
        }}
      />
    </section>
  );
}
