/** The one sentence of news about deliveries, its cause first. Pure. */
import { shortName } from '#renderer/deliveries/alerts.ts';
import { urlName } from '#renderer/film/film.ts';
import type { ClockMode } from '#shared/clock/clock.ts';
import { outcomeOf } from '#shared/deliveries/delivery.ts';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatCoarse } from '#shared/kit/duration.ts';
import { capitalized, counted, formatCount, formatTime } from '#shared/kit/format.ts';
import type {
  DeliveryCounts,
  Statistics,
  WebhookStatistics,
} from '#shared/statistics/statistics.ts';
import { isUpAgain } from '#shared/statistics/webhook-health.ts';

export interface News {
  /** What is wrong; null if nothing is. */
  readonly cause: string | null;
  readonly text: string;
}

export interface NewsFacts {
  /** How the URLs do. */
  readonly statistics: Pick<Statistics, 'webhooks' | 'waiting'>;
  /** The deliveries listed, by state: as the figures and the groups of the list. */
  readonly states: DeliveryCounts;
  readonly isFiltered: boolean;
  readonly now: number;
  readonly clock: ClockMode;
}

const deliveriesText = (count: number): string => counted(count, 'delivery', 'deliveries');

/** `legacy-erp`, or `legacy-erp and 2 other URLs`. */
function namesOf(webhooks: readonly WebhookStatistics[]): { text: string; isOne: boolean } {
  const [first = '', ...others] = new Set(webhooks.map((webhook) => shortName(urlName(webhook))));
  return others.length === 0
    ? { text: first, isOne: true }
    : { text: `${first} and ${counted(others.length, 'other URL')}`, isOne: false };
}

const minuteMs = 60_000;

/** Without seconds that count down: attempts follow each other faster than they can be read. */
function attemptText({ statistics, now, clock }: NewsFacts): string {
  const times = statistics.waiting.destinations.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  if (times.length === 0) return '';
  const next = Math.min(...times);
  if (clock === 'paused')
    return `; the next attempt is at ${formatTime(next)}, and the clock is paused`;
  return next - now < minuteMs
    ? '; the next attempt is within a minute'
    : `; the next attempt is in ${formatCoarse(next - now)}`;
}

/** How the deliveries stand. */
function stateText(facts: NewsFacts): string {
  const { states, isFiltered } = facts;
  const { delivered, waiting, not_sent, ...others } = states;
  if (waiting > 0)
    return `${deliveriesText(waiting)} ${waiting === 1 ? 'waits' : 'wait'}${attemptText(facts)}.`;
  const total = Object.values(others).reduce((sum, count) => sum + count, delivered);
  if (total + not_sent === 0)
    return isFiltered ? 'No deliveries match the filter.' : 'No deliveries yet.';
  if (total === 0) return `${deliveriesText(not_sent)}, none sent.`;
  return total === delivered
    ? `${deliveriesText(total)}, all delivered.`
    : `${formatCount(delivered)} of ${deliveriesText(total)} delivered.`;
}

function notRetriedNews(facts: NewsFacts, webhooks: readonly WebhookStatistics[]): News {
  const { text, isOne } = namesOf(webhooks);
  const [first] = webhooks;
  const lastCode = first?.lastCode ?? null;
  if (outcomeOf(lastCode) === 'blocked')
    return {
      cause: `Nothing is sent to ${text}.`,
      text: lastCode === null ? '' : `${capitalized(codeLabel(lastCode))}.`,
    };
  const { refused } = facts.states;
  const status = first?.lastStatus ?? null;
  const returned = !isOne
    ? 'refuse deliveries'
    : status === null
      ? 'refuses deliveries'
      : `returns ${status}`;
  return {
    cause: `${text} ${returned}.`,
    // With other URLs, a delivery may be accepted all the same.
    text:
      refused === 0
        ? stateText(facts)
        : `${deliveriesText(refused)} ${refused === 1 ? 'was' : 'were'} refused and ${refused === 1 ? "isn't" : "aren't"} retried.`,
  };
}

export function newsOf(facts: NewsFacts): News {
  const { statistics, states, now } = facts;
  if (Object.values(states).every((count) => count === 0))
    return { cause: null, text: stateText(facts) };
  const failing = statistics.webhooks.filter(
    (webhook) => webhook.active && webhook.health === 'failing' && !isUpAgain(webhook, now),
  );
  const byOutcome = Map.groupBy(failing, ({ lastCode }) => outcomeOf(lastCode));
  const down = byOutcome.get('failed');
  if (down !== undefined) {
    const { text, isOne } = namesOf(down);
    return { cause: `${text} ${isOne ? 'is' : 'are'} down.`, text: stateText(facts) };
  }
  const notRetried = byOutcome.get('blocked') ?? byOutcome.get('refused');
  return notRetried === undefined
    ? { cause: null, text: stateText(facts) }
    : notRetriedNews(facts, notRetried);
}
