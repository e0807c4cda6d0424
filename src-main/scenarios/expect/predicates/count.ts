/** `count`: how many records match, in all or in each group of `per`. */

import { allOf, fieldNameOf, partsOf, termsOf } from '#shared/filter/filter.ts';
import { createMatcher } from '#shared/filter/match.ts';
import { messageFields, type SubjectFilter, type SubjectTerm } from '#shared/filter/subject.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { Grouping } from '#shared/scenarios/schema/expectation.ts';
import type { MessageRecord, SubjectRecord } from '../../history/history-index.ts';
import { messageOf, subjectReaders } from '../../history/readers.ts';
import type { RunFacts } from '../../run-facts.ts';
import type { Range, SubjectPlan } from '../plan.ts';
import {
  countText,
  isWithin,
  type Noun,
  nouns,
  pluralOf,
  recordWithTime,
  timeOf,
} from '../report-text.ts';
import { groupOf } from './groups.ts';
import { nothingFound, type Predicate } from './predicate.ts';

const maxListed = 5;

export function createCount(range: Range, noun: Noun): Predicate {
  const records = new Set<SubjectRecord>();
  return {
    add: (record) => void records.add(record),
    remove: (record) => void records.delete(record),
    holds: () => isWithin(range, records.size),
    isEmpty: () => records.size === 0,
    finding() {
      const count = countText(records.size, noun);
      const [first] = records;
      if (records.size < range.min || first === undefined) return nothingFound(count);
      const listed = [...records].slice(0, maxListed).map(recordWithTime).join(', ');
      const more = records.size > maxListed ? ', …' : '';
      return { found: `${count}: ${listed}${more}`, about: first ?? null, misses: null };
    },
  };
}

export const isAboutMessage = (term: SubjectTerm): boolean =>
  messageFields.some(({ name }) => name === fieldNameOf(term));

/** The parts of a filter that apply to a message; they choose the groups. */
export const messagePartsOf = (filter: SubjectFilter): SubjectFilter =>
  allOf(partsOf(filter).filter((part) => termsOf(part).every(isAboutMessage)));

interface Group {
  readonly message: MessageRecord | null;
  /** Its acceptance, from which `within` counts. */
  readonly at: number;
  count: number;
}

export function createCountPerGroup(
  plan: SubjectPlan & { readonly per: Grouping; readonly count: Range },
  facts: RunFacts,
): Predicate {
  const { per, count: range, withinMs } = plan;
  const groups = new Map<string, Group>();
  let violations = 0;
  const isGroup = createMatcher(messagePartsOf(plan.filter), subjectReaders.messages, facts);

  function ensureGroup(key: string, message: MessageRecord | null, at: number): Group {
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = { message, at, count: 0 };
    groups.set(key, group);
    if (!isWithin(range, 0)) violations += 1;
    return group;
  }

  function change(record: SubjectRecord, by: 1 | -1): void {
    const key = groupOf(record, per);
    if (key === null) return;
    const message = messageOf(record);
    const group = ensureGroup(key, message, message?.event.at ?? timeOf(record));
    if (withinMs !== null && timeOf(record) > group.at + withinMs) return;
    violations -= isWithin(range, group.count) ? 0 : 1;
    group.count += by;
    violations += isWithin(range, group.count) ? 0 : 1;
  }

  const expectedKeys =
    per === 'mock'
      ? plan.mock === null
        ? facts.mocks
        : [plan.mock]
      : per === 'webhook'
        ? facts.destinations.flatMap(({ webhooks }) => webhooks)
        : [];
  for (const key of expectedKeys) ensureGroup(key, null, 0);

  const isByMessage = per === 'message' || per === 'user' || per === 'step';
  return {
    add: (record) => change(record, 1),
    remove: (record) => change(record, -1),
    addMessage: isByMessage
      ? (message) => {
          const key = groupOf(message, per);
          if (key !== null && isGroup(message)) ensureGroup(key, message, message.event.at);
        }
      : undefined,
    holds: () => groups.size > 0 && violations === 0,
    isEmpty: () => groups.size === 0,
    finding() {
      if (groups.size === 0) return nothingFound(`no ${per} has a ${nouns[plan.subject]}`);
      const counts = new Map<number, { groups: number; first: string }>();
      for (const [key, { count }] of groups) {
        const entry = counts.get(count);
        if (entry === undefined) counts.set(count, { groups: 1, first: key });
        else entry.groups += 1;
      }
      const matching = [...counts].filter(([count]) => isWithin(range, count));
      const mismatching = [...counts]
        .filter(([count]) => !isWithin(range, count))
        .sort(([, a], [, b]) => b.groups - a.groups);
      const matchingGroups = matching.reduce((sum, [, entry]) => sum + entry.groups, 0);
      const matchingText =
        matching.length === 1
          ? `have ${formatCount(matching[0]?.[0] ?? 0)}`
          : 'have as many as expected';
      const listed = mismatching
        .slice(0, 3)
        .map(
          ([count, entry]) =>
            `${formatCount(entry.groups)} have ${formatCount(count)}, the first is ${entry.first}`,
        )
        .join('; ');
      const [, firstMismatch] = mismatching[0] ?? [0, { first: '' }];
      const about = groups.get(firstMismatch.first)?.message ?? null;
      const isFew = (mismatching[0]?.[0] ?? 0) < range.min;
      return {
        found: `${formatCount(matchingGroups)} of ${formatCount(groups.size)} ${pluralOf(per)} ${matchingText}; ${listed}`,
        about,
        misses: isFew ? { of: 'filter', message: per === 'message' ? about : null } : null,
      };
    },
  };
}
