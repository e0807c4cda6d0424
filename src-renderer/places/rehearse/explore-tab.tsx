import { Crosshair, Save, StepForward } from 'lucide-react';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { counted, formatCount } from '#shared/kit/format.ts';
import {
  disturbanceLabels,
  disturbanceMeanings,
  findingText,
  reasonText,
  triedText,
  uncheckedTexts,
} from '#shared/scenarios/exploration-text.ts';
import {
  type DisturbanceKind,
  disturbanceKinds,
  type ExplorationCoverage,
  type ExplorationReport,
  type Finding,
} from '#shared/scenarios/schema/exploration.ts';
import type { CheckedScenario } from '#shared/scenarios/schema/workspace.ts';
import { EventRows } from './event-rows.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { chosenServer } from './scenario-actions.ts';
import { choose, useChoice } from './scenario-drafts.ts';
import { useExplorations, useScenarioRun } from './scenario-run.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface ExploreTabProps {
  readonly file: string;
  readonly checked: CheckedScenario | undefined;
  /** Tries further schedules. */
  readonly onContinue: (position: number) => void;
  /** Saves and runs the scenario of a finding. */
  readonly onSave: (text: string) => void;
}

/** Disturbances to try, and the last result. */
export function ExploreTab({ file, checked, onContinue, onSave }: ExploreTabProps) {
  const choice = useChoice(file);
  const isCurrent = useScenarioRun((run) => run.file === file && run.kind === 'exploration');
  const { isRunning, explored, problem } = useScenarioRun();
  const report = useExplorations((reports) => reports[file]);
  const server = checked === undefined ? undefined : chosenServer(checked, choice);
  if (checked !== undefined && server === undefined)
    return (
      <EmptyState icon={Crosshair} title="No server to explore">
        Add your server under given.servers, with its url, reset and lookUp.{' '}
        <LearnMore topic="explorations" />
      </EmptyState>
    );
  const isExploring = isCurrent && isRunning;
  const shown = isExploring ? undefined : report;
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-3">
      {server !== undefined && (
        <p className="flex flex-none gap-2 px-1 text-small">
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
      {shown !== undefined && <Result report={shown} onContinue={onContinue} onSave={onSave} />}
      <Disturbances
        file={file}
        coverage={isExploring ? explored?.coverage : shown?.coverage}
        isExploring={isExploring}
      />
    </div>
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
  const toggle = (kind: DisturbanceKind, isChosen: boolean): void =>
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
  readonly onContinue: (position: number) => void;
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
      <section aria-label="Result" className="flex flex-none flex-col gap-2 px-1">
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
              onClick={() => onContinue(position)}
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
      {finding !== null && <FindingTimeline finding={finding} />}
    </>
  );
}

function FindingTimeline({ finding }: { finding: Finding }) {
  const { timeline, virtualMs, events } = finding;
  return (
    <>
      <RunTimeline timeline={timeline} virtualMs={virtualMs} />
      {events.length > 0 && (
        <Card title="Events" meta="of the messages concerned" padded={false} className="flex-none">
          <EventRows label="Events of the messages concerned" events={events} frameless />
        </Card>
      )}
    </>
  );
}
