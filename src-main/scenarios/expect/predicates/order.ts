/** `order: sent`: records of a group come in the order in which their messages were accepted. */

import type { Grouping } from '#shared/scenarios/schema/expectation.ts';
import type { SubjectRecord } from '../../history/history-index.ts';
import { messageOf } from '../../history/readers.ts';
import { countText, nouns, recordWithTime } from '../report-text.ts';
import { groupOf } from './groups.ts';
import { nothingFound, type Predicate } from './predicate.ts';

interface Inversion {
  readonly group: string;
  readonly later: SubjectRecord;
  readonly earlier: SubjectRecord;
}

export function createOrder(maxInversions: number, per: Grouping): Predicate {
  /** By group, the record whose message was accepted last. */
  const latest = new Map<string, { readonly place: number; readonly record: SubjectRecord }>();
  let inversions = 0;
  let all = 0;
  let first: Inversion | null = null;
  return {
    add(record) {
      const place = messageOf(record)?.place;
      const group = groupOf(record, per);
      if (place === undefined || group === null) return;
      all += 1;
      const last = latest.get(group);
      if (last === undefined || place >= last.place) latest.set(group, { place, record });
      else {
        inversions += 1;
        first ??= { group, later: last.record, earlier: record };
      }
    },
    holds: () => all > 0 && inversions <= maxInversions,
    isEmpty: () => all === 0,
    finding() {
      if (first === null) return nothingFound(countText(0, nouns.requests));
      const { group, later, earlier } = first;
      return {
        found: `${countText(inversions, 'inversion')}; the first, of ${per} ${group}: ${recordWithTime(earlier)} came after ${recordWithTime(later)}`,
        about: earlier,
        misses: null,
      };
    },
  };
}
