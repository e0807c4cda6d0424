import { CircleDot, Play, Save, Square, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paneMark, useFocusOnMount } from '#renderer/components/focus.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { counted } from '#shared/lib/format.ts';
import { recordingVerdict } from '#shared/report/recording-verdict.ts';
import type { RecordedScenario } from '#shared/schemas/scenario/recording.ts';
import type { StoredRun } from '#shared/schemas/scenario/run.ts';
import { AllowOrigins } from './allow-origins.tsx';
import {
  continueRecording,
  discardRecording,
  fileForName,
  loadRecording,
  recordingPath,
  runRecording,
  saveRecording,
  startRecording,
  useRecording,
} from './recording.ts';
import { LeftOutCard, OfferedExpectations, StepsCard } from './recording-cards.tsx';
import { noticeMark } from './recording-notice.tsx';
import { useRunAll } from './run-all.ts';
import { progressText, virtualText } from './run-labels.ts';
import { RunTimeline } from './run-timeline.tsx';
import { originsToAllow } from './scenario-actions.ts';
import { stopRun, useScenarioRun } from './scenario-run.ts';
import { VerdictPill } from './verdict-mark.tsx';

/** Keeps the recording. */
function close(): void {
  document.querySelector<HTMLElement>(`[${noticeMark}]`)?.focus();
  navigate({ page: 'scenarios' }, 'replace');
}

/** What was recorded: run once, then saved. */
export function RecordingPane({ files }: { files: readonly string[] }) {
  const { session, recorded, loadProblem } = useRecording();
  const isStopped = session !== null && session.to !== null;
  const isRunning = useScenarioRun((state) => state.isRunning && state.file === recordingPath);
  const isUnread = isStopped && recorded === null && loadProblem === null;
  useEffect(() => {
    if (isUnread) void loadRecording();
  }, [isUnread]);
  useCommands([
    {
      id: 'scenario.recording.close',
      title: isRunning ? 'Stop the run of the recording' : 'Close the recording',
      section: 'Scenarios',
      shortcut: 'Escape',
      isKeyOnly: true,
      run: isRunning ? stopRun : close,
    },
  ]);
  return (
    <section
      {...paneMark}
      aria-label="Recording"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      {session === null ? (
        <EmptyState
          icon={CircleDot}
          title="Nothing recorded yet"
          actions={
            <Button shortcut="r" onClick={() => void startRecording()}>
              Record
            </Button>
          }
        >
          What you do while recording becomes a scenario. <LearnMore topic="recordings" />
        </EmptyState>
      ) : session.to === null ? (
        <EmptyState icon={CircleDot} title="Recording">
          Send messages, start outages, retry deliveries; then press Stop.
        </EmptyState>
      ) : loadProblem?.code === 'conflict' ? (
        <EmptyState
          icon={CircleDot}
          title="Nothing recorded yet"
          actions={
            session.from === null ? (
              <Button onClick={discardRecording}>Discard</Button>
            ) : (
              <Button onClick={continueRecording}>Continue recording</Button>
            )
          }
        >
          {session.from === null
            ? 'No message sent in the last 10 minutes.'
            : 'No message sent in this span.'}
        </EmptyState>
      ) : loadProblem !== null ? (
        <ErrorState
          title="Can't read the recording"
          onRetry={() => void loadRecording()}
          actions={<Button onClick={discardRecording}>Discard</Button>}
        >
          {loadProblem.text}
        </ErrorState>
      ) : recorded === null ? (
        <LateSpinner label="Reading the recording" />
      ) : (
        <Recorded recorded={recorded} files={files} />
      )}
    </section>
  );
}

interface RecordedProps {
  readonly recorded: RecordedScenario;
  readonly files: readonly string[];
}

function Recorded({ recorded, files }: RecordedProps) {
  const { name, file: chosenFile, run, saveProblem } = useRecording();
  const isRunning = useScenarioRun((state) => state.isRunning && state.file === recordingPath);
  const problem = useScenarioRun((state) => (state.file === recordingPath ? state.problem : null));
  const nameField = useFocusOnMount<HTMLInputElement>();
  const file = chosenFile ?? fileForName(name, files);
  const errorOf = (field: 'name' | 'file') =>
    saveProblem?.field === field ? saveProblem.text : undefined;
  return (
    <>
      <PageHeader
        title="Recording"
        meta={[
          `${virtualText(Math.round((recorded.to - recorded.from) / 1_000) * 1_000)} of virtual time`,
          counted(recorded.messages, 'message'),
          counted(recorded.steps.length, 'step'),
        ].join(' · ')}
        actions={
          <>
            <Button
              icon={CircleDot}
              disabledReason={isRunning ? 'It is running' : undefined}
              onClick={continueRecording}
            >
              Continue recording
            </Button>
            <Button
              icon={Trash2}
              disabledReason={isRunning ? 'It is running' : undefined}
              onClick={discardRecording}
            >
              Discard
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto border-t border-line p-4">
        <div className="grid flex-none grid-cols-2 gap-x-4">
          <Field label="Name" error={errorOf('name')}>
            <TextField
              ref={nameField}
              value={name}
              maxLength={200}
              onChange={({ target }) => useRecording.setState({ name: target.value })}
            />
          </Field>
          <Field label="File" error={errorOf('file')} hint="In the folder of scenarios">
            <TextField
              mono
              value={file}
              onChange={({ target }) => useRecording.setState({ file: target.value })}
            />
          </Field>
        </div>
        {problem !== null && (
          <Banner tone="bad" title="Can't run:">
            {problem}
          </Banner>
        )}
        {saveProblem?.field === null && (
          <Banner tone="bad" title="Can't save:">
            {saveProblem.text}
          </Banner>
        )}
        {isRunning ? <Running /> : run !== null && <Result run={run} />}
        <OfferedExpectations recorded={recorded} />
        <StepsCard recorded={recorded} />
        <LeftOutCard leftOut={recorded.leftOut} />
      </div>
      <Bar recorded={recorded} file={file} />
    </>
  );
}

function Running() {
  const { isStopping, progress, timeline } = useScenarioRun();
  return (
    <>
      <p role="status" className="flex flex-none items-center gap-2.5 tabular-nums">
        <Spinner />
        <span className="font-medium">{isStopping ? 'Stopping' : 'Running'}</span>
        {progress !== null && <span className="text-fg-2">{progressText(progress)}</span>}
      </p>
      {progress !== null && timeline !== null && (
        <RunTimeline timeline={timeline} virtualMs={progress.atMs} />
      )}
    </>
  );
}

/** Why the scenario does not pass without the expectations that failed. */
function Result({ run }: { run: StoredRun }) {
  const { checks, inconclusive } = run.report;
  const invariants = checks.filter(
    ({ kind, verdict }) => kind === 'invariant' && verdict === 'failed',
  );
  return (
    <>
      {inconclusive.map(({ code, message }) => (
        <Banner key={`${code} ${message}`} tone="warn" title="Inconclusive:">
          {message}
        </Banner>
      ))}
      {invariants.map(({ name, found }) => (
        <Banner key={name} tone="bad" title={`Failed: ${name}.`}>
          {found}
        </Banner>
      ))}
    </>
  );
}

function Bar({ recorded, file }: { recorded: RecordedScenario; file: string }) {
  const { run, isSaving } = useRecording();
  const { isRunning, isStopping, file: running } = useScenarioRun();
  const isAll = useRunAll((all) => all.isRunning);
  const [toAllow, setToAllow] = useState<readonly string[]>([]);
  const isOwn = isRunning && running === recordingPath;
  const verdict = run === null ? null : recordingVerdict(run.report);

  function start(): void {
    const origins = originsToAllow([{ checked: recorded }]);
    if (origins.length > 0) setToAllow(origins);
    else void runRecording();
  }
  const saveReason = isOwn ? 'It is running' : run === null ? 'Run it first' : undefined;
  useCommands([
    {
      id: 'scenario.recording.run',
      title: 'Run the recording',
      section: 'Scenarios',
      shortcut: 'Mod+Enter',
      enabled: () => !isRunning && !isAll,
      run: start,
    },
    {
      id: 'scenario.recording.save',
      title: 'Save the recording',
      section: 'Scenarios',
      shortcut: 'Mod+S',
      enabled: () => saveReason === undefined,
      run: () => void saveRecording(file),
    },
  ]);
  return (
    <section
      aria-label="Run"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-bg-1 px-3 py-2"
    >
      {isOwn ? (
        <Button
          icon={Square}
          shortcut="Escape"
          busy={isStopping}
          onClick={stopRun}
          className="min-w-24"
        >
          Stop
        </Button>
      ) : (
        <Button
          variant={verdict === 'passed' ? 'default' : 'primary'}
          icon={Play}
          shortcut="Mod+Enter"
          disabledReason={isRunning || isAll ? 'Another scenario is running' : undefined}
          onClick={start}
          className="min-w-24"
        >
          Run
        </Button>
      )}
      <span role="status" className="flex min-w-0 flex-1 items-center gap-2 text-small text-fg-2">
        {verdict === null ? (
          !isOwn && 'Run it once to check it'
        ) : (
          <>
            <VerdictPill verdict={verdict} />
            {verdict !== 'passed' && 'You can fix it in the editor'}
          </>
        )}
      </span>
      <Button
        variant={verdict === 'passed' ? 'primary' : 'default'}
        icon={Save}
        shortcut="Mod+S"
        busy={isSaving}
        disabledReason={saveReason}
        onClick={() => void saveRecording(file)}
      >
        Save
      </Button>
      <AllowOrigins
        origins={toAllow}
        onCancel={() => setToAllow([])}
        onAllow={() => {
          setToAllow([]);
          void runRecording();
        }}
      />
    </section>
  );
}
