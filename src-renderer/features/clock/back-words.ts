/** What going back to real time means for what is planned. Pure. */
import { span } from '#renderer/ui/relative-time.ts';
import { waitingText } from './clock-words.ts';

export interface BackFacts {
  /** Deliveries that have a next attempt. */
  readonly waiting: number;
  readonly nextAttemptAt: number | null;
  /** Real time, and how far the clock is ahead of it. */
  readonly realNow: number;
  readonly aheadMs: number;
}

const minute = 60_000;
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const withDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

function clockTime(at: number, realNow: number): string {
  const sameDay = new Date(at).toDateString() === new Date(realNow).toDateString();
  return sameDay ? timeOfDay.format(at) : withDate.format(at);
}

function dueSentence({ waiting, nextAttemptAt, realNow, aheadMs }: BackFacts): string {
  if (waiting === 0 || nextAttemptAt === null)
    return 'No attempt is planned, so only the clock changes.';
  const subject = waiting === 1 ? 'its next attempt' : 'the earliest attempt';
  const dueInMs = nextAttemptAt - realNow;
  const due =
    dueInMs > 0
      ? `is due in ${span(dueInMs)} of real time, at ${clockTime(nextAttemptAt, realNow)}`
      : `is due at once${aheadMs < 0 ? ', since its time has come meanwhile' : ''}`;
  return `${waitingText(waiting)}: ${subject} ${due}.`;
}

/** Sentences in the order in which they matter. */
export function backSentences(facts: BackFacts): readonly string[] {
  const { waiting, nextAttemptAt, realNow, aheadMs } = facts;
  const waits = waiting > 0 && nextAttemptAt !== null && nextAttemptAt > realNow;
  return [
    dueSentence(facts),
    ...(waits
      ? [
          'What is planned stays planned for its time; nothing is lost. To have it sooner, jump until it has settled first, or retry it by hand later.',
        ]
      : []),
    ...(aheadMs >= minute
      ? [
          `What has happened keeps its times, so its age reads +${span(aheadMs).split(' ')[0]} until real time gets there.`,
        ]
      : []),
  ];
}
