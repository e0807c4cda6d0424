/** Text for explorations: disturbances, findings and coverage. */
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatDuration, formatSpan } from '#shared/kit/duration.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import type {
  Disturbance,
  DisturbanceKind,
  ExplorationCoverage,
  ExplorationProgress,
  ExplorationReport,
  FailedExpectation,
  Finding,
  FindingHint,
  Hang,
  NotApplicable,
  Unchecked,
} from './schema/exploration.ts';

export const disturbanceLabels: Readonly<Record<DisturbanceKind, string>> = {
  duplicate: 'Duplicate',
  lost_response: 'Lost response',
  reorder: 'Reordered',
  concurrent: 'Concurrent copies',
  late_retry: 'Late retry',
  delete_first: 'Deletion first',
  forged: 'Forged copy',
  crash: 'Crash',
  restart: 'Restart',
};

export const disturbanceMeanings: Readonly<Record<DisturbanceKind, string>> = {
  duplicate: 'The request arrives twice, one after the other.',
  lost_response: 'The response is lost after processing, so the request is sent again.',
  reorder: 'The message arrives after later ones.',
  concurrent: 'Two copies of the request arrive at the same time.',
  late_retry: 'The response is lost, and the message arrives again about two hours later.',
  delete_first: 'The message arrives after its user was deleted.',
  forged:
    'A copy with an invalid signature arrives first. If it is rejected, it must have no side effect. Needs sharedSecret and lookUp.',
  crash: 'The server is killed right after its response, and starts again. Needs --restart-with.',
  restart:
    'The response is lost, and the server restarts before the request is sent again. Needs --restart-with.',
};

export const phaseLabels: Readonly<Record<ExplorationProgress['phase'], string>> = {
  baseline: 'Running without disturbances',
  searching: 'Searching',
  shrinking: 'Shortening the schedule',
};

/** The first disturbances of a schedule: `duplicate sent-1`, `3 more`. */
export function scheduleTexts(schedule: readonly Disturbance[]): readonly string[] {
  const names = schedule.map(
    ({ kind, messageId }) => `${disturbanceLabels[kind].toLowerCase()} ${messageId}`,
  );
  return names.length > 2 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
}

/** What happened to a message. */
const disturbed: Readonly<Record<DisturbanceKind, (messageId: string) => string>> = {
  duplicate: (id) => `${id} arrived twice.`,
  lost_response: (id) => `The response to ${id} was lost after processing. ${id} was sent again.`,
  reorder: (id) => `${id} arrived after later messages.`,
  concurrent: (id) => `Two copies of ${id} arrived at the same time.`,
  late_retry: (id) =>
    `The response to ${id} was lost after processing. ${id} was sent again about two hours later.`,
  delete_first: (id) => `${id} arrived after its user was deleted.`,
  forged: (id) => `A copy of ${id} with an invalid signature arrived first.`,
  crash: (id) => `The server was killed right after its response to ${id}, and started again.`,
  restart: (id) =>
    `The response to ${id} was lost after processing. The server restarted, and ${id} was sent again.`,
};

export const disturbanceText = ({ kind, messageId }: Disturbance): string =>
  disturbed[kind](messageId);

/** What a receiver with this problem gets wrong. */
const causes: Readonly<Record<DisturbanceKind, string>> = {
  duplicate: "The receiver isn't idempotent by message ID.",
  lost_response: "The receiver isn't idempotent by message ID.",
  reorder: 'The receiver depends on the order of messages.',
  concurrent:
    'The receiver checks for duplicates, but not in the same transaction that processes the message.',
  late_retry: 'The receiver forgets message IDs before the last retry.',
  delete_first: 'The receiver forgets that the user was deleted.',
  forged: 'The receiver processes a request before it checks its signature.',
  crash: 'The receiver responds before it has processed the message.',
  restart: 'The receiver loses message IDs when it restarts.',
};

const timesText = (count: number): string =>
  ['never', 'once', 'twice'][count] ?? `${formatCount(count)} times`;

/** The user of a message that arrived after the user was deleted; null if it did not. */
function deletedUser(
  { disturbances, events }: FoundDisturbances,
  messageId: string,
): string | null {
  const isAfter = disturbances.some(
    (one) => one.kind === 'delete_first' && one.messageId === messageId,
  );
  const sent = events.find((one) => one.kind === 'message' && one.messageId === messageId);
  return isAfter && sent?.kind === 'message' ? sent.user : null;
}

function failureText(
  { name, expected, found, messageId, processed }: FailedExpectation,
  finding: FoundDisturbances,
): string {
  if (messageId !== null && processed !== null) {
    if (processed === 0) return `${messageId} was not processed.`;
    const user = deletedUser(finding, messageId);
    if (user !== null) return `${user} was changed ${timesText(processed)} after it was deleted.`;
    // Without its name, one side effect looks right.
    const wrong = processed === 1 ? ` (${name})` : '';
    return `${messageId} has ${counted(processed, 'side effect')}${wrong}.`;
  }
  // An expectation without a name is named by its text.
  const wanted = expected === null || expected === name ? '' : `expected ${expected}, `;
  return `${name}: ${wanted}found ${found ?? 'nothing'}.`;
}

const hints: Readonly<Record<FindingHint, string>> = {
  no_message_id:
    "The requests don't contain the message ID that lookUp needs. Set payloadShape: full for the destination.",
};

function hangText({ messageIds: [id, other], timeLimitMs }: Hang): string {
  const limit = formatDuration(timeLimitMs);
  if (other === undefined) return `${id} got no response within ${limit}.`;
  const pair = id === other ? `Two copies of ${id}` : `${id} and ${other}`;
  return `${pair} got no response within ${limit}: they probably wait for each other (deadlock).`;
}

type FoundDisturbances = Pick<
  Finding,
  'disturbances' | 'failures' | 'hint' | 'hang' | 'failed' | 'runs' | 'events'
>;

/** If messages were not accepted in the end, and no side effect is wrong: the response, or why there was none. */
function lastResponseText({ failures, events }: FoundDisturbances): string | null {
  const [first] = failures;
  if (first === undefined || failures.some(({ processed }) => processed !== null)) return null;
  const last = events.findLast(
    (event) => event.kind === 'delivery' && event.messageId === first.messageId,
  );
  if (last?.kind !== 'delivery' || (last.state !== 'refused' && last.state !== 'gave_up'))
    return null;
  if (last.status !== null)
    return `The receiver still returned ${last.status} in the last attempt to deliver it.`;
  if (last.code === null) return null;
  const isGone = last.code === 'connection_refused' || last.code === 'connection_reset';
  return `The last attempt to deliver it failed: ${codeLabel(last.code)}.${isGone ? ' The receiver may have stopped.' : ''}`;
}

/** A finding in sentences: what happened, what was wrong, and the likely cause if there is a single disturbance. */
export function findingText(finding: FoundDisturbances): readonly string[] {
  const { disturbances, failures, hint, hang, failed, runs } = finding;
  if (disturbances.length === 0)
    return [
      'The scenario fails without disturbances. Fix that first.',
      ...failures.map((failure) => failureText(failure, finding)),
      ...(hint === null ? [] : [hints[hint]]),
    ];
  const [only, ...others] = disturbances;
  return [
    ...disturbances.map(disturbanceText),
    ...failures.map((failure) => failureText(failure, finding)),
    ...(hang === null ? [] : [hangText(hang)]),
    ...(only !== undefined && others.length === 0 && hang === null
      ? [lastResponseText(finding) ?? causes[only.kind]]
      : []),
    ...(failed < runs ? [`This is a race condition: it failed in ${failed} of ${runs} runs.`] : []),
  ];
}

const reasonPrefixes: Readonly<Record<ExplorationReport['verdict'], string>> = {
  passed: 'Some runs were inconclusive: ',
  failed: 'Some runs were inconclusive, so there may be a shorter schedule: ',
  inconclusive: '',
};

/** Why an exploration or some of its runs were inconclusive; null if none was. */
export const reasonText = ({
  verdict,
  reason,
}: Pick<ExplorationReport, 'verdict' | 'reason'>): string | null =>
  reason === null ? null : `${reasonPrefixes[verdict]}${reason.message}`;

/** Name, description and comment of the scenario that repeats a finding. */
export const findingHeader = (
  finding: FoundDisturbances,
  { scenario, command }: { readonly scenario: string; readonly command: string },
) => ({
  name: `${scenario} (${finding.disturbances.map(({ kind }) => disturbanceLabels[kind].toLowerCase()).join(', ')})`,
  description: findingText(finding).join(' '),
  comment: ` Found by: ${command}`,
});

/** Required schedules without a verdict. */
export const untriedIn = ({ kinds }: ExplorationCoverage): number =>
  kinds.reduce((count, { untried }) => count + untried, 0);

/** What a search lacks to be complete (D71), and how long it would take. */
export function incompleteText({
  coverage,
  remainingMs,
}: Pick<ExplorationReport, 'coverage' | 'remainingMs'>): string {
  const kinds = coverage.kinds
    .filter(({ untried }) => untried > 0)
    .map(({ kind, untried }) => `${disturbanceLabels[kind].toLowerCase()} ${formatCount(untried)}`);
  const time =
    remainingMs === null
      ? ''
      : ` These would take about ${formatSpan(Math.max(1_000, remainingMs))}.`;
  return `Not tried: ${counted(untriedIn(coverage), 'schedule')} (${kinds.join(', ')}).${time}`;
}

export const noDisturbancesText = ({ kinds }: ExplorationCoverage): string =>
  `None of the disturbances can occur: ${kinds
    .flatMap(({ notApplicable }) =>
      notApplicable === null ? [] : notApplicableTexts[notApplicable],
    )
    .join('; ')}. Choose others.`;

export const sideEffectsText =
  'Side effects were not observed: the server has no lookUp. Add it or a probe, or check responses only.';

const notApplicableTexts: Readonly<Record<NotApplicable, string>> = {
  no_retries: "the destination doesn't retry",
  single_message: 'no message is followed by a later one before its last retry',
  no_deletion: 'no user is deleted between a message and its last retry',
  no_forgery: 'no request is signed, or no message is looked up',
};

/** `6 of 6 messages` */
export const triedText = ({
  tried,
  possible,
  notApplicable,
}: Pick<ExplorationCoverage['kinds'][number], 'tried' | 'possible' | 'notApplicable'>): string =>
  notApplicable === null
    ? `${tried} of ${counted(possible, 'message')}`
    : `not possible: ${notApplicableTexts[notApplicable]}`;

/** `6 of 6 messages, 2 schedules to go`: of one message alone, or of all of them. */
export const progressText = (kind: ExplorationCoverage['kinds'][number]): string =>
  kind.untried === 0
    ? triedText(kind)
    : `${triedText(kind)}, ${counted(kind.untried, 'schedule')} to go`;

/** `Duplicate  6 of 6 messages`, and `Two disturbances  10 of 266 combinations` */
export const coverageLines = ({
  kinds,
  pairs,
  combinations,
}: ExplorationCoverage): readonly string[] => [
  ...kinds.map((tried) => `${disturbanceLabels[tried.kind].padEnd(20)}${progressText(tried)}`),
  ...(combinations === 0
    ? []
    : [`${'Random combinations'.padEnd(20)}${formatCount(combinations)}`]),
  `${'Two disturbances'.padEnd(20)}${formatCount(pairs.tried)} of ${counted(pairs.possible, 'combination')}`,
];

/** What an exhaustive exploration without a finding proves; none of a search. */
export function certificateLines({
  coverage,
  exhaustive,
}: Pick<ExplorationReport, 'coverage' | 'exhaustive'>): readonly string[] {
  if (exhaustive === null) return [];
  const { maxDisturbances, shard } = exhaustive;
  const part =
    shard === null ? 'every schedule' : `shard ${shard.index}/${shard.count} of the schedules`;
  return [
    '',
    `Certificate: ${part} of up to ${counted(maxDisturbances, 'disturbance')} on ${counted(coverage.messages, 'message')} passes.`,
    ...exhaustiveFacts({ coverage, exhaustive }).map(
      ({ label, text }) => `  ${label.padEnd(18)}${text}`,
    ),
  ];
}

/** Of an exhaustive exploration: its counts, and what was explored. None of a search. */
export function exhaustiveFacts({
  coverage,
  exhaustive,
}: Pick<ExplorationReport, 'coverage' | 'exhaustive'>): readonly {
  readonly label: string;
  readonly text: string;
}[] {
  if (exhaustive === null) return [];
  const { maxDisturbances, schedules, shard, ran, equivalent, files, startedAt } = exhaustive;
  const kinds = coverage.kinds
    .filter(({ possible }) => possible > 0)
    .map(({ kind }) => disturbanceLabels[kind].toLowerCase());
  const counts = [
    `${formatCount(schedules)} in all`,
    `${formatCount(ran)} ran`,
    `${formatCount(equivalent)} equivalent to one of them`,
  ];
  return [
    {
      label: 'Disturbances',
      text: `up to ${formatCount(maxDisturbances)} of: ${kinds.join(', ')}`,
    },
    { label: 'Schedules', text: counts.join(', ') },
    ...(shard === null ? [] : [{ label: 'Shard', text: `${shard.index}/${shard.count}` }]),
    ...files.map(({ file, sha256 }) => ({ label: 'Scenario', text: `${file}, SHA-256 ${sha256}` })),
    ...(exhaustive.case === null ? [] : [{ label: 'Case', text: exhaustive.case }]),
    { label: 'Receiver', text: exhaustive.receiverVersion ?? 'version not given' },
    { label: 'Hookwright', text: `${exhaustive.version}, ${startedAt}` },
  ];
}

export const uncheckedTexts: Readonly<Record<Unchecked, string>> = {
  side_effects:
    'The server has no lookUp and no probe, so only status codes and lost messages are checked.',
  equal_messages: "Messages with identical bodies can't be disturbed individually.",
  resumed:
    "The search was resumed. Schedules that passed earlier count only if your server hasn't changed since.",
  server_clock:
    "Your server's clock did not move. If it forgets anything over time, set clock.header or clock.notifyUrl.",
  signatures:
    'Your server accepts requests with an invalid signature. Certify it to see what it must reject.',
  check_steps: 'Steps with check are left out. Only the expectations at the end count.',
};
