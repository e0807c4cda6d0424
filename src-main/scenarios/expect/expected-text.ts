/** An expectation as one line of text. */
import { isEverything } from '#shared/filter/filter.ts';
import { writtenFilter } from '#shared/filter/print.ts';
import { compactDuration, formatOffset } from '#shared/kit/duration.ts';
import type { SubjectPlan } from './plan.ts';
import { limitsText } from './predicates/duration.ts';
import { nouns, pluralOf, rangeText, spanText } from './report-text.ts';

function spanTexts({ fromMs, untilMs, since, withinMs }: SubjectPlan): readonly string[] {
  return [
    ...(since === null ? [] : [`since ${since}`]),
    ...(fromMs > 0 ? [`from ${formatOffset(fromMs)}`] : []),
    ...(untilMs === null ? [] : [`until ${formatOffset(untilMs)}`]),
    ...(withinMs === null ? [] : [`within ${compactDuration(withinMs)}`]),
  ];
}

function predicateTexts(plan: SubjectPlan): readonly string[] {
  const { count, per, every, duration, order, inversions, spacing, signature, body, snapshot } =
    plan;
  return [
    ...(every === null ? [] : [`each with ${writtenFilter(every)}`]),
    ...(duration === null ? [] : [`duration ${limitsText(duration)}`]),
    ...(order === null
      ? []
      : [
          `in the order sent per ${count === null ? (per ?? 'user') : 'user'}${inversions > 0 ? `, at most ${inversions} inversions` : ''}`,
        ]),
    ...(spacing === null
      ? []
      : [spacing === 'backoff' ? 'spaced by the backoff schedule' : `${spanText(spacing)} apart`]),
    ...(signature === null ? [] : [`signature ${signature}`]),
    ...(body === null ? [] : [`body ${JSON.stringify(body)}`]),
    ...(snapshot === null ? [] : [`as in the snapshot ${snapshot}`]),
  ];
}

export function expectedText(plan: SubjectPlan): string {
  const { subject, filter, mock, count, per, holds } = plan;
  const noun = nouns[subject];
  const amount =
    count === null
      ? pluralOf(noun)
      : `${rangeText(count)} ${count.max === 1 ? noun : pluralOf(noun)}${per === null ? '' : ` per ${per}`}`;
  return [
    holds === 'at end' ? amount : `${holds} ${amount}`,
    ...(isEverything(filter) ? [] : [writtenFilter(filter)]),
    ...(mock === null ? [] : [`at ${mock}`]),
    ...predicateTexts(plan),
    ...spanTexts(plan),
  ].join(', ');
}
