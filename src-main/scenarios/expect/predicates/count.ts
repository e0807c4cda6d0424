/** `count`: how many records match. */
import type { SubjectRecord } from '../../history/history-index.ts';
import type { Range } from '../plan.ts';
import { countText, isWithin, type Noun, recordWithTime } from '../report-text.ts';
import type { Predicate } from './predicate.ts';

const maxListed = 5;

export function createCount(range: Range, noun: Noun): Predicate {
  const records = new Set<SubjectRecord>();
  return {
    add: (record) => void records.add(record),
    remove: (record) => void records.delete(record),
    addMessage: null,
    holds: () => isWithin(range, records.size),
    isEmpty: () => records.size === 0,
    finding() {
      const count = countText(records.size, noun);
      const [first] = records;
      if (records.size < range.min || first === undefined)
        return { found: count, about: null, misses: { of: 'filter', message: null } };
      const listed = [...records].slice(0, maxListed).map(recordWithTime).join(', ');
      const more = records.size > maxListed ? ', …' : '';
      return { found: `${count}: ${listed}${more}`, about: first ?? null, misses: null };
    },
  };
}
