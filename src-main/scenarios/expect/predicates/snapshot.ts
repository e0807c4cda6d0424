/** `snapshot`: records as text, compared with a file next to the scenario. */
import { z } from 'zod';
import { historyKinds } from '#shared/schemas/scenario/history.ts';
import type { SubjectRecord } from '../../history/history-index.ts';
import { bodyOf } from '../../history/readers.ts';
import type { Tally } from './tally.ts';

function snapshotRecord(record: SubjectRecord): unknown {
  switch (record.kind) {
    case 'message':
    case 'request': {
      const { body: text, ...event } = record.event;
      return { ...event, body: bodyOf(record) ?? text };
    }
    default:
      return record.event;
  }
}

/** One record after another, as indented JSON with a final line break. */
export const snapshotText = (records: Iterable<SubjectRecord>): string =>
  `${JSON.stringify([...records].map(snapshotRecord), null, 2)}\n`;

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

/** `saved`: the text of the file; null if there is none. */
export function createSnapshot(
  name: string,
  saved: string | null,
  onText: (text: string) => void,
): Tally {
  const records = new Set<SubjectRecord>();
  return {
    add: (record) => void records.add(record),
    remove: (record) => void records.delete(record),
    addMessage: null,
    holds() {
      const text = snapshotText(records);
      onText(text);
      return records.size > 0 && text === saved;
    },
    isEmpty: () => records.size === 0,
    finding: () => ({
      found:
        records.size === 0 ? 'nothing matches' : differenceText(name, saved, snapshotText(records)),
      about: null,
      misses: records.size === 0 ? { of: 'filter', message: null } : null,
    }),
  };
}
