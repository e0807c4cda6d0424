/** The journal: every operation that changed something, to record a session as a scenario. */
import { z } from 'zod';
import { JsonValue } from './json-value.ts';
import { RowId, Timestamp } from './name.ts';

export const maxJournalEntries = 10_000;
export const maxJournalAgeMs = 24 * 3_600_000;

export const JournalEntry = z.object({
  id: RowId,
  /** Virtual time when the operation was called. */
  at: Timestamp,
  /** Virtual time when it had completed, or its stream had started. */
  endedAt: Timestamp,
  /** When it completed, by the clock of the machine. */
  recordedAt: Timestamp,
  /** Row number of the newest message when it was called; 0 if there was none. */
  afterMessageId: z.number().int(),
  /** Such as `receivers.update`. */
  operation: z.string(),
  /** As in REST, with redacted secrets; null if there is none, or it is longer than 16 KB. */
  input: JsonValue,
  isInputCut: z.boolean(),
  /** What an update, deletion or configuration file replaced, with redacted secrets; else null. */
  before: JsonValue,
  /** ID of what it created; null for others. */
  resultId: z.string().nullable(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;
