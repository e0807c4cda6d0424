/** What an exploration reports about the shortest schedule that fails. */
import { findingHeader } from '#shared/scenarios/exploration-text.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Finding } from '#shared/scenarios/schema/exploration.ts';
import { defaultProcessingMs } from '#shared/scenarios/schema/given.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import { type Explored, rulesOf, stepsOf } from './disturbances.ts';
import { hintOf } from './hint.ts';
import type { Schedule } from './schedules.ts';
import type { Confirmed } from './shrink.ts';
import { destinationOf } from './target.ts';
import { type Failure, type FinishedRun, undisturbedVariant } from './trials.ts';
import { type ExploreTarget, proxyOf, type Undisturbed, variantText } from './variant.ts';

type Failed = Pick<Failure, 'failed' | 'hang'>;

/** Messages that a failure names. */
export const messagesIn = ({ failed, hang }: Failed): readonly string[] => [
  ...failed.flatMap(({ expectation }) => expectation.messageId ?? []),
  ...(hang?.messageIds ?? []),
];

/** At most this many events of a finding are reported. */
const maxEvents = 200;

/** What happened in a run that failed. */
function timelineOf(
  { failed, hang, run: { report, history } }: Failed & Pick<Failure, 'run'>,
  schedule: Schedule,
  redact: RedactSecrets,
): Pick<Finding, 'timeline' | 'virtualMs' | 'events'> {
  const concerned = new Set([
    ...schedule.map(({ messageId }) => messageId),
    ...messagesIn({ failed, hang }),
  ]);
  const events = history.events.flatMap((event): HistoryEvent[] => {
    if (!('messageId' in event) || !concerned.has(event.messageId ?? '')) return [];
    if (event.kind === 'message') return [{ ...event, body: null }];
    if (event.kind === 'attempt') return [{ ...event, headers: [] }];
    return event.kind === 'request' ? [{ ...event, headers: [], body: '' }] : [];
  });
  const { timeline, virtualMs } = report;
  return { timeline, virtualMs, events: redact(events.slice(0, maxEvents)) };
}

/** Of a run without disturbances that failed. */
export function undisturbedFinding(
  run: FinishedRun,
  failed: Failure['failed'],
  scenario: Scenario,
  { server }: ExploreTarget,
  redact: RedactSecrets,
): Finding {
  const failures = failed.map(({ expectation }) => expectation);
  return {
    ...{ disturbances: [], failures, hang: null, failed: 1, runs: 1, text: null },
    hint: hintOf(failures, run.history, {
      ...{ mock: proxyOf(server), destination: destinationOf(scenario, server) },
      lookUp: scenario.given.servers.find(({ name }) => name === server)?.lookUp,
    }),
    ...timelineOf({ failed, hang: null, run }, [], redact),
  };
}

/** A run of the finding can't learn it. Rounded up to seconds, as that run may be slower; null: it waits so long anyway. */
function slowProcessing(
  { given }: Scenario,
  { server }: ExploreTarget,
  { processingMs }: FinishedRun,
): number | null {
  const { processesWithin } = given.servers.find(({ name }) => name === server) ?? {};
  const neededMs = 1_000 * Math.ceil(processingMs / 1_000);
  return neededMs > (processesWithin ?? defaultProcessingMs) ? neededMs : null;
}

/** With the scenario that repeats it. `command` explores it again. */
export function findingOf(
  { schedule, runs, failed, failure }: Confirmed<Failure>,
  {
    scenario,
    target,
    explored,
    undisturbed,
    command,
    redact,
  }: {
    readonly scenario: Scenario;
    readonly target: ExploreTarget;
    readonly explored: Explored;
    readonly undisturbed: Undisturbed;
    readonly command: string;
    readonly redact: RedactSecrets;
  },
): Finding {
  const finding = {
    disturbances: [...schedule],
    failures: failure.failed.map(({ expectation }) => expectation),
    ...{ hint: null, hang: failure.hang, failed, runs, text: null },
    ...timelineOf(failure, schedule, redact),
  };
  const variant = {
    ...undisturbedVariant,
    rules: rulesOf(schedule, explored),
    steps: stepsOf(schedule, explored, target.server),
    omitted: failure.excused,
    expectsResponses: failure.hang !== null,
    processingMs: slowProcessing(scenario, target, failure.run),
    header: findingHeader(finding, { scenario: redact(scenario.name), command }),
  };
  return { ...finding, text: variantText(target, variant, redact(undisturbed)) };
}
