/** Nearest misses: records that almost match a filter, and the term they fail. */
import { matchTerms } from '#shared/filter/match.ts';
import type { Subject, SubjectFilter, SubjectTerm } from '#shared/filter/subject.ts';
import { compactDuration, formatOffset } from '#shared/lib/virtual-time.ts';
import type { NearestMiss } from '#shared/schemas/scenario/report.ts';
import type { SubjectRecord } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { referenceOf } from './reference.ts';
import { recordName, timeOf } from './report-text.ts';

const maxMisses = 3;

/** With its unit. */
function foundText(term: SubjectTerm, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'number' && term.kind === 'moment') return formatOffset(value);
  if (typeof value === 'number' && term.kind === 'number' && term.field === 'duration')
    return compactDuration(Math.round(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function missOf(
  record: SubjectRecord,
  filter: SubjectFilter,
  subject: Subject,
  facts: RunFacts,
): NearestMiss {
  const readers = subjectReaders[subject];
  const terms = matchTerms(filter, readers, facts, record, foundText);
  return {
    subject: recordName(record),
    at: timeOf(record),
    terms: [...terms],
    reference: referenceOf(record),
  };
}

const failing = ({ terms }: NearestMiss): number => terms.filter(({ matches }) => !matches).length;

/**
 * The records that fail the fewest terms, then the earliest. Of records of one message that fail in the
 * same way, such as attempts with the same response, only the last is shown.
 */
export function nearestMisses(
  records: Iterable<SubjectRecord>,
  filter: SubjectFilter,
  subject: Subject,
  facts: RunFacts,
): readonly NearestMiss[] {
  const misses = new Map<string, NearestMiss>();
  let fewest = Number.POSITIVE_INFINITY;
  for (const record of records) {
    const miss = missOf(record, filter, subject, facts);
    const fails = failing(miss);
    if (fails === 0 || fails > fewest) continue;
    if (fails < fewest) {
      fewest = fails;
      misses.clear();
    }
    const owner = record.kind === 'message' ? null : record.message;
    misses.set(JSON.stringify([owner?.event.messageId ?? miss.subject, miss.terms]), miss);
  }
  return [...misses.values()].sort((a, b) => a.at - b.at).slice(0, maxMisses);
}
