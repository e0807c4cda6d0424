/** The journal: which operation changed what and when, without secrets. */
import { type JournalEntry, maxJournalAgeMs } from '#shared/schemas/journal.ts';
import type { PageRequest } from '#shared/schemas/page.ts';
import type { Clock, Log, Random } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createRedactValue, type RedactValue } from './redact.ts';

/** Bodies of messages are stored with the messages; longer inputs are lists of users. */
const maxInputLength = 16_384;

interface Tools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly log: Log;
  /** False inside a rehearsal. */
  readonly isKept: boolean;
}

/** When a call came: virtual time, and the newest message, since the clock may be paused. */
interface Call extends Pick<JournalEntry, 'at' | 'afterMessageId'> {}

interface JournaledOperation extends Call {
  readonly operation: string;
  readonly input: unknown;
  readonly before: unknown;
  readonly resultId: string | null;
}

export function createJournal({ store, clock, machineClock, random, log, isKept }: Tools) {
  let key: Uint8Array | null = null;
  const oldest = (): number => machineClock.now() - maxJournalAgeMs;
  const redactor = (): RedactValue => {
    key ??= random.bytes(32);
    return createRedactValue(key, store.settings.get().headersToRedact);
  };

  return {
    isKept,
    call: (): Call => ({ at: clock.now(), afterMessageId: store.messages.newest() }),
    /** Replaces secrets with marks, as in the entries. */
    redactor,
    /** The operation has already changed something, so an error is only logged. */
    async add({ input, before, ...called }: JournaledOperation): Promise<void> {
      try {
        const redact = redactor();
        const inputText = JSON.stringify(redact(input ?? null));
        const entry = {
          ...called,
          endedAt: clock.now(),
          recordedAt: machineClock.now(),
          input: inputText.length > maxInputLength ? null : inputText,
          before: before === undefined ? null : JSON.stringify(redact(before)),
        };
        await store.write((tx) => store.journal.add(tx, entry));
      } catch (error) {
        log.warn(`Can't store ${called.operation} in the journal.`, { error });
      }
    },
    page: ({ limit, cursor }: PageRequest) => store.journal.page(limit, cursor, oldest()),
    /** Oldest first. */
    all: (): readonly JournalEntry[] => store.journal.since(oldest()),
  };
}
