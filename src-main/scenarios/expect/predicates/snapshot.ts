/** `snapshot`: records as text, compared with a file next to the scenario. */
import { z } from 'zod';
import { historyKinds } from '#shared/scenarios/schema/history.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { SubjectRecord } from '../../history/history-index.ts';
import { bodyOf, parseBody } from '../../history/readers.ts';
import { nothingFound, type Predicate } from './predicate.ts';

/** Snapshots as text: those saved, and those found in the run. */
export interface Snapshots {
  /** Null without one, and for one that is updated. */
  readonly read: (name: string) => string | null;
  /** Whether those without a text are written. */
  readonly areUpdated: boolean;
  readonly found: (name: string, text: string) => void;
  readonly redact: RedactSecrets;
}

function snapshotRecord(record: SubjectRecord, redact: RedactSecrets): unknown {
  switch (record.kind) {
    case 'message':
    case 'request': {
      const { body: text, ...event } = record.event;
      const redacted = redact(text);
      const body = redacted === text ? bodyOf(record) : parseBody(redacted);
      return { ...redact(event), body: body ?? redacted };
    }
    default:
      return redact(record.event);
  }
}

/** One record after another, as indented JSON with a final line break. */
export const snapshotText = (records: Iterable<SubjectRecord>, redact: RedactSecrets): string =>
  `${JSON.stringify(
    Array.from(records, (record) => snapshotRecord(record, redact)),
    null,
    2,
  )}\n`;

const Records = z.array(z.looseObject({ kind: z.enum(historyKinds) })).min(1);

/** Others are neither shown nor replaced, whatever file a scenario names. */
export function isSnapshot(text: string): boolean {
  if (!text.startsWith('[')) return false;
  try {
    return z.validate(Records, JSON.parse(text));
  } catch {
    return false;
  }
}

function differenceText(name: string, saved: string | null, found: string): string {
  if (saved === null) return `no snapshot ${name}; create it with --update`;
  if (!isSnapshot(saved)) return `${name} is not a snapshot; use another name`;
  return `it differs from ${name}: ${firstDifference(saved, found)}`;
}

function firstDifference(expected: string, found: string): string {
  const lines = expected.split('\n');
  const foundLines = found.split('\n');
  const index = foundLines.findIndex((line, at) => line !== lines[at]);
  const at = index < 0 ? foundLines.length : index;
  const shown = (line: string | undefined): string => line?.trim() ?? 'the end';
  return `line ${at + 1} is ${shown(foundLines[at])}, expected ${shown(lines[at])}`;
}

export function createSnapshot(name: string, snapshots: Snapshots): Predicate {
  const { read, areUpdated, found, redact } = snapshots;
  const saved = read(name);
  const records = new Set<SubjectRecord>();
  return {
    add: (record) => void records.add(record),
    remove: (record) => void records.delete(record),
    holds() {
      const text = snapshotText(records, redact);
      found(name, text);
      return records.size > 0 && (text === saved || (areUpdated && saved === null));
    },
    isEmpty: () => records.size === 0,
    finding: () =>
      records.size === 0
        ? nothingFound('nothing matches')
        : {
            found: differenceText(name, saved, snapshotText(records, redact)),
            about: null,
            misses: null,
          },
  };
}
