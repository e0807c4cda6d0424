/** Describes what remains scheduled after going back to real time. Pure. */
import { formatSpan } from '#shared/lib/duration.ts';

export interface BackFacts {
  /** Deliveries that have a next attempt. */
  readonly waiting: number;
  readonly nextAttemptAt: number | null;
  readonly realNow: number;
  /** How far the clock was ahead of real time. */
  readonly aheadMs: number;
}

const minuteMs = 60_000;

function retriesText({ waiting, nextAttemptAt, realNow }: BackFacts): string | undefined {
  if (waiting === 0 || nextAttemptAt === null) return undefined;
  const count = waiting === 1 ? '1 delivery' : `${waiting.toLocaleString('en')} deliveries`;
  const dueInMs = nextAttemptAt - realNow;
  return `${count} pending; next attempt ${dueInMs > 0 ? `in ${formatSpan(dueInMs)} of real time` : 'now'}.`;
}

/** Empty if nothing remains. */
export function backText(facts: BackFacts): string {
  return [
    retriesText(facts),
    facts.aheadMs >= minuteMs
      ? `Timestamps stay up to ${formatSpan(facts.aheadMs)} ahead.`
      : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}
