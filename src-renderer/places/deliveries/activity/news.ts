/** The one sentence of news about deliveries, its cause first. Pure. */
import { urlName } from '#renderer/film/film.ts';
import { outcomeOf } from '#shared/deliveries/delivery.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatSpan } from '#shared/kit/duration.ts';
import { capitalized, counted, formatCount } from '#shared/kit/format.ts';
import type { Statistics, WebhookStatistics } from '#shared/statistics/statistics.ts';

export interface News {
  /** What is wrong; null if nothing is. */
  readonly cause: string | null;
  readonly text: string;
}

const deliveriesText = (count: number): string => counted(count, 'delivery', 'deliveries');

/** `legacy-erp`, or `legacy-erp and 2 other URLs`. */
function namesOf(webhooks: readonly WebhookStatistics[]): { text: string; isOne: boolean } {
  const [first = '', ...others] = new Set(webhooks.map(urlName));
  return others.length === 0
    ? { text: first, isOne: true }
    : { text: `${first} and ${counted(others.length, 'other URL')}`, isOne: false };
}

function attemptText(nextAttemptAt: number | null, now: number): string {
  if (nextAttemptAt === null) return '';
  if (nextAttemptAt <= now) return '; the next attempt is due';
  return `; the next attempt is in ${formatSpan(nextAttemptAt - now)}`;
}

/** What waits for some destinations, or for all. */
function waitingText(
  { waiting }: Statistics,
  destinationIds: ReadonlySet<string> | null,
  forWhat: string,
  now: number,
): string | null {
  const those = waiting.destinations.filter(
    ({ destinationId }) => destinationIds?.has(destinationId) ?? true,
  );
  const count = those.reduce((sum, { deliveries }) => sum + deliveries, 0);
  if (count === 0) return null;
  const times = those.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  const next = times.length === 0 ? null : Math.min(...times);
  return `${deliveriesText(count)} ${count === 1 ? 'waits' : 'wait'}${forWhat}${attemptText(next, now)}.`;
}

function downNews(statistics: Statistics, down: readonly WebhookStatistics[], now: number): News {
  const { text, isOne } = namesOf(down);
  const ids = new Set(down.map(({ destinationId }) => destinationId));
  return {
    cause: `${text} ${isOne ? 'is' : 'are'} down.`,
    text:
      waitingText(statistics, ids, isOne ? ' for it' : ' for them', now) ?? 'No delivery waits.',
  };
}

function notRetriedNews(statistics: Statistics, webhooks: readonly WebhookStatistics[]): News {
  const { text, isOne } = namesOf(webhooks);
  const [first] = webhooks;
  const isBlocked = outcomeOf(first?.lastCode ?? null) === 'blocked';
  const ids = new Set(webhooks.map(({ destinationId }) => destinationId));
  const count = statistics.causes
    .filter(
      ({ destinationId, code }) =>
        ids.has(destinationId) &&
        code !== null &&
        outcomeOf(code) === (isBlocked ? 'blocked' : 'refused'),
    )
    .reduce((sum, { deliveries }) => sum + deliveries, 0);
  const refused = `${deliveriesText(count)} ${count === 1 ? 'was' : 'were'} refused and ${count === 1 ? "isn't" : "aren't"} retried.`;
  if (!isBlocked) {
    const status = first?.lastStatus ?? null;
    const returned =
      isOne && status !== null
        ? `returns ${status}`
        : isOne
          ? 'refuses deliveries'
          : 'refuse deliveries';
    return { cause: `${text} ${returned}.`, text: refused };
  }
  return {
    cause: `Nothing is sent to ${text}.`,
    text: first?.lastCode == null ? '' : `${capitalized(codeLabel(first.lastCode))}.`,
  };
}

/** `rangeName` is a time, such as `the last hour`. */
export function newsOf(statistics: Statistics, now: number, rangeName: string): News {
  const failing = statistics.webhooks.filter(
    ({ active, health }) => active && health === 'failing',
  );
  const byOutcome = Map.groupBy(failing, ({ lastCode }) => outcomeOf(lastCode));
  const down = byOutcome.get('failed');
  if (down !== undefined) return downNews(statistics, down, now);
  const notRetried = byOutcome.get('blocked') ?? byOutcome.get('refused');
  if (notRetried !== undefined) return notRetriedNews(statistics, notRetried);
  const waiting = waitingText(statistics, null, '', now);
  if (waiting !== null) return { cause: null, text: waiting };
  const { delivered, not_sent: _, ...others } = statistics.deliveries;
  const total = Object.values(others).reduce((sum, count) => sum + count, delivered);
  if (total === 0) return { cause: null, text: `No deliveries in ${rangeName}.` };
  const all = total === delivered;
  return {
    cause: null,
    text: all
      ? `${deliveriesText(total)}, all delivered.`
      : `${formatCount(delivered)} of ${deliveriesText(total)} delivered.`,
  };
}
