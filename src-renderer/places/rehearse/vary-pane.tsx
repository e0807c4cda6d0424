import { Play, Save, Shuffle, Square, StepForward } from 'lucide-react';
import { useMemo, useState } from 'react';
import { filmOfRun } from '#renderer/film/film-of-run.ts';
import { RunFilm } from '#renderer/film/run-film.tsx';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { formatDuration } from '#shared/kit/duration.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import { exploreCommandText } from '#shared/scenarios/command.ts';
import {
  disturbanceLabels,
  disturbanceMeanings,
  findingText,
  phaseLabels,
  reasonText,
  scheduleTexts,
  triedText,
  uncheckedTexts,
} from '#shared/scenarios/exploration-text.ts';
import {
  disturbanceKinds,
  type ExplorationCoverage,
  type ExplorationReport,
  type Finding,
} from '#shared/scenarios/schema/exploration.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { EventRows } from './event-rows.tsx';
import {
  chosenServer,
  commandChoice,
  explorationSeed,
  exploreScenario,
  type ReadyScenario,
  type ShownScenario,
  saveFinding,
} from './scenario-actions.ts';
import type { openScenario } from './scenario-data.ts';
import { choose, type RunChoice, useChoice } from './scenario-drafts.ts';
import { stopRun, useExplorations, useScenarioRun } from './scenario-run.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface VaryPaneProps extends ShownScenario {
  readonly isBuiltIn: boolean;
  /** Why nothing can be started now. */
  readonly busyProblem: string | undefined;
  readonly onStart: (
    action: (ready: ReadyScenario, open: typeof openScenario) => Promise<unknown>,
  ) => void;
}

/** Why the next exploration can't start. */
function exploreProblem(
  checked: CheckedScenario | undefined,
  choice: Pick<RunChoice, 'exploration'>,
): string | undefined {
  const server = checked === undefined ? undefined : chosenServer(checked, choice);
  if (server === undefined) return 'The scenario names no server';
  if (!server.isResettable) return `${server.name} has no reset`;
  return choice.exploration.disturbances.length === 0
    ? 'Choose at least one disturbance'
    : undefined;
}

/** Runs the scenario with disturbances until it fails, and shows the worst run. */
export function VaryPane({
  file,
  folder,
  checked,
  isBuiltIn,
  busyProblem,
  onStart,
}: VaryPaneProps) {
  const choice = useChoice(file);
  const isCurrent = useScenarioRun((run) => run.file === file && run.kind === 'exploration');
  const { isRunning, isStopping, explored, problem } = useScenarioRun();
  const report = useExplorations((reports) => reports[file]);
  const server = checked === undefined ? undefined : chosenServer(checked, choice);
  const isExploring = isCurrent && isRunning;
  const [start, stop] = useActions('Rehearse', [
    {
      id: 'scenario.explore',
      title: 'Explore',
      shortcut: 'Mod+Enter',
      icon: Play,
      isShown: !isExploring,
      problem: busyProblem ?? exploreProblem(checked, choice),
      run: () => onStart((ready) => exploreScenario(ready)),
    },
    {
      id: 'scenario.explore.stop',
      title: 'Stop',
      shortcut: 'Escape',
      icon: Square,
      isShown: isExploring,
      busy: isStopping,
      run: stopRun,
    },
  ]);
  if (checked !== undefined && server === undefined)
    return (
      <EmptyState icon={Shuffle} title="No server to vary">
        Add your server under given.servers, with its url, reset and lookUp.{' '}
        <LearnMore topic="explorations" />
      </EmptyState>
    );
  const shown = isExploring ? undefined : report;
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-5 py-3">
      <section
        aria-label="Explore"
        className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2"
      >
        <ActionButton action={start} variant="soft" />
        <ActionButton action={stop} />
        {isExploring ? <Progress /> : <Choices file={file} checked={checked} server={server} />}
        {!isBuiltIn && (
          <CopyButton
            look="text"
            label="Copy command for CI"
            value={() => exploreCommand({ file, folder, checked }, choice, server?.name ?? null)}
          />
        )}
      </section>
      {server !== undefined && (
        <p className="flex flex-none gap-2 text-small">
          <span className="font-medium">{server.name}</span>
          <span className="bytes min-w-0 truncate text-fg-2">{server.url}</span>
        </p>
      )}
      {server !== undefined && !server.isResettable && (
        <Banner tone="warn" title={`${server.name} has no reset.`}>
          Add reset: {'{ url: … }'} so that every run starts without data.
        </Banner>
      )}
      {server?.hasLookUp === false && <Banner tone="info">{uncheckedTexts.side_effects}</Banner>}
      {isCurrent && problem !== null && (
        <Banner tone="bad" title="Can't explore:">
          {problem}
        </Banner>
      )}
      {shown !== undefined && (
        <Result
          report={shown}
          onContinue={() => onStart((ready) => exploreScenario(ready, shown))}
          onSave={(text) => onStart((ready, open) => saveFinding(ready, open, text))}
        />
      )}
      <Disturbances
        file={file}
        coverage={isExploring ? explored?.coverage : shown?.coverage}
        isExploring={isExploring}
      />
    </div>
  );
}

function exploreCommand(of: ShownScenario, choice: RunChoice, server: string | null): string {
  const { exploration } = choice;
  return exploreCommandText({
    ...commandChoice(of),
    seed: explorationSeed,
    disturbances: exploration.disturbances,
    server: (of.checked?.servers.length ?? 0) > 1 ? server : null,
    ...{ budgetMs: exploration.budgetMs, maxRuns: null },
    ...{ allowIncomplete: false, responsesOnly: false, stallMs: null, limitMs: null },
  });
}

const budgets = [
  { value: 'auto', label: 'Automatic' },
  { value: '10000', label: '10 s' },
  { value: '60000', label: '1 min' },
  { value: '600000', label: '10 min' },
  { value: '3600000', label: '1 h' },
] as const;
type Budget = (typeof budgets)[number]['value'];

interface ChoicesProps {
  readonly file: string;
  readonly checked: CheckedScenario | undefined;
  readonly server: CheckedScenario['servers'][number] | undefined;
}

function Choices({ file, checked, server }: ChoicesProps) {
  const { exploration } = useChoice(file);
  const servers = checked?.servers ?? [];
  const change = (next: Partial<typeof exploration>): void =>
    choose(file, { exploration: { ...exploration, ...next } });
  return (
    <>
      {servers.length > 1 && (
        <Select
          aria-label="Server"
          options={servers.map(({ name }) => ({ value: name, label: name }))}
          value={server?.name ?? null}
          onChange={(next) => change({ server: next })}
          className="max-w-56"
        />
      )}
      <span className="flex flex-1 items-center gap-1.5 text-small text-fg-2">
        Budget
        <Select<Budget>
          aria-label="Budget"
          options={budgets}
          value={exploration.budgetMs === null ? 'auto' : (String(exploration.budgetMs) as Budget)}
          onChange={(next) => change({ budgetMs: next === 'auto' ? null : Number(next) })}
          className="w-28"
        />
      </span>
    </>
  );
}

function Progress() {
  const { isStopping, explored } = useScenarioRun();
  return (
    <p role="status" className="flex min-w-0 flex-1 items-center gap-2.5 tabular-nums">
      <Spinner />
      <span className="flex-none font-medium">
        {isStopping ? 'Stopping' : phaseLabels[explored?.phase ?? 'baseline']}
      </span>
      {explored !== null && (
        <span className="min-w-0 truncate text-fg-2">
          {[
            counted(explored.coverage.runs, 'schedule'),
            formatDuration(Math.floor(explored.elapsedMs / 1_000) * 1_000),
            ...scheduleTexts(explored.schedule),
          ].join(' · ')}
        </span>
      )}
    </p>
  );
}

interface DisturbancesProps {
  readonly file: string;
  readonly coverage: ExplorationCoverage | undefined;
  readonly isExploring: boolean;
}

function Disturbances({ file, coverage, isExploring }: DisturbancesProps) {
  const { exploration } = useChoice(file);
  const { disturbances } = exploration;
  const toggle = (kind: (typeof disturbanceKinds)[number], isChosen: boolean): void =>
    choose(file, {
      exploration: {
        ...exploration,
        disturbances: disturbanceKinds.filter((one) =>
          one === kind ? isChosen : disturbances.includes(one),
        ),
      },
    });
  const tried = coverage?.kinds ?? [];
  return (
    <Card
      title="Disturbances"
      meta={
        tried.length > 0 && coverage !== undefined
          ? `${formatCount(coverage.pairs.tried)} of ${counted(coverage.pairs.possible, 'combination')} of two tried`
          : undefined
      }
      padded={false}
      className="flex-none"
    >
      <ul aria-label="Disturbances">
        {disturbanceKinds.map((kind) => {
          const ofKind = tried.find((one) => one.kind === kind);
          return (
            <li
              key={kind}
              className="flex items-start gap-4 border-b border-line px-3 py-2 last:border-b-0"
            >
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={disturbanceLabels[kind]}
                  hint={disturbanceMeanings[kind]}
                  checked={disturbances.includes(kind)}
                  disabled={isExploring}
                  onChange={(isChosen) => toggle(kind, isChosen)}
                />
              </span>
              <span className="flex-none text-small text-fg-2 tabular-nums">
                {ofKind === undefined ? '' : triedText(ofKind)}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

interface ResultProps {
  readonly report: ExplorationReport;
  readonly onContinue: () => void;
  readonly onSave: (text: string) => void;
}

function headOf({ verdict, coverage, isComplete, finding }: ExplorationReport): string {
  const runs = counted(coverage.runs, 'schedule');
  if (verdict === 'inconclusive')
    return coverage.runs === 0 ? 'Inconclusive' : `Inconclusive after ${runs}`;
  if (finding?.disturbances.length === 0) return 'Not explored';
  if (verdict === 'failed') return `Found after ${runs}`;
  return `Nothing found in ${runs}${isComplete ? '' : ' (incomplete)'}`;
}

function Result({ report, onContinue, onSave }: ResultProps) {
  const { verdict, finding, isComplete, position, unchecked } = report;
  const isRunning = useScenarioRun((run) => run.isRunning);
  const reason = reasonText(report);
  const text = finding?.text ?? null;
  return (
    <>
      <section aria-label="Result" className="flex flex-none flex-col gap-2 px-1 [&>p]:pl-6.5">
        <div className="flex min-h-8 items-center gap-2.5">
          <VerdictMark verdict={verdict} />
          <h2 className="flex-1 font-semibold">{headOf(report)}</h2>
          {text !== null && (
            <Button
              icon={Save}
              variant="primary"
              disabledReason={isRunning ? 'A scenario is running' : undefined}
              onClick={() => onSave(text)}
            >
              Save and run
            </Button>
          )}
          {finding === null && !isComplete && position > 0 && (
            <Button
              icon={StepForward}
              disabledReason={isRunning ? 'A scenario is running' : undefined}
              onClick={onContinue}
            >
              Continue
            </Button>
          )}
        </div>
        {finding !== null &&
          findingText(finding).map((line) => (
            <p key={line} className="[overflow-wrap:anywhere]">
              {line}
            </p>
          ))}
        {reason !== null && <p className="text-fg-2 [overflow-wrap:anywhere]">{reason}</p>}
        {unchecked
          .filter((code) => code !== 'side_effects')
          .map((code) => (
            <p key={code} className="text-small text-fg-2">
              {uncheckedTexts[code]}
            </p>
          ))}
      </section>
      {finding !== null && <FindingFilm finding={finding} />}
    </>
  );
}

/** The film of the run that failed, and the events of the messages concerned. */
function FindingFilm({ finding }: { finding: Finding }) {
  const { timeline, virtualMs, events } = finding;
  const film = useMemo(
    () => filmOfRun({ timeline, checks: [], atMs: virtualMs, isFinished: true, prediction: null }),
    [timeline, virtualMs],
  );
  const [playhead, setPlayhead] = useState(film.now);
  return (
    <>
      <section aria-label="Film" className="flex-none pt-2">
        <RunFilm
          {...{ film, playhead }}
          isRunning={false}
          isFinished
          onScrub={setPlayhead}
          onPick={() => undefined}
          onStep={(by) =>
            setPlayhead(Math.min(film.now, Math.max(film.from, playhead + by * film.bucketMs)))
          }
          onEscape={() => undefined}
          marks={noMarks}
          editable={noMarks}
          onOutage={() => undefined}
        />
      </section>
      {events.length > 0 && (
        <Card title="Events" meta="of the messages concerned" padded={false} className="flex-none">
          <EventRows label="Events of the messages concerned" events={events} frameless />
        </Card>
      )}
    </>
  );
}

const noMarks: readonly never[] = [];
