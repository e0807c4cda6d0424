/** Random filters, in the form that the parser returns. */
import fc from 'fast-check';
import {
  AttemptCode,
  attemptOutcomes,
  deliveryReasons,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import {
  allOf,
  anyOf,
  type BodyPath,
  type BodyValue,
  type Filter,
  numberFields,
  type Order,
  type Term,
  type TextOperator,
  textFields,
} from '#shared/filter/filter.ts';
import { MessageType, OriginKind } from '#shared/ingestion/message.ts';

/** Small sets of values, so that terms match each other often. */
export interface Vocabulary {
  readonly text: fc.Arbitrary<string>;
  readonly number: fc.Arbitrary<number>;
  readonly path: fc.Arbitrary<BodyPath>;
  readonly bodyValue: fc.Arbitrary<string | number | boolean | null>;
  readonly headerName: fc.Arbitrary<string>;
  readonly ageMs: fc.Arbitrary<number>;
  readonly createdTime: fc.Arbitrary<number>;
  readonly originId: fc.Arbitrary<string>;
}

const order: fc.Arbitrary<Order> = fc.constantFrom('<', '<=', '>', '>=');
const textOperator: fc.Arbitrary<TextOperator> = fc.constantFrom(':', '=');

const written = (value: string | number | boolean | null): BodyValue =>
  typeof value === 'number' ? { number: String(value) } : value;

function terms(words: Vocabulary): fc.Arbitrary<Term> {
  const { text, number, path } = words;
  const kind = <Kind extends string>(name: Kind) => fc.constant(name);
  return fc.oneof(
    fc.record({ kind: kind('type'), type: fc.constantFrom(...MessageType.options) }),
    fc.record({ kind: kind('state'), state: fc.constantFrom(...deliveryStates) }),
    fc.record({ kind: kind('reason'), reason: fc.constantFrom(...deliveryReasons) }),
    fc.record({ kind: kind('warning') }),
    fc.record({
      kind: kind('origin'),
      origin: fc.constantFrom(...OriginKind.options),
      id: fc.constant(null),
    }),
    fc.record({
      kind: kind('origin'),
      origin: fc.constantFrom('sync' as const, 'deletion' as const),
      id: words.originId,
    }),
    fc.record({ kind: kind('outcome'), outcome: fc.constantFrom(...attemptOutcomes) }),
    fc.record({ kind: kind('code'), code: fc.constantFrom(...AttemptCode.options) }),
    // As many of these as of all others together.
    ...textFields.map((field) =>
      fc.record({ kind: kind('text'), field: fc.constant(field), operator: textOperator, text }),
    ),
    fc.record({
      kind: kind('number'),
      field: fc.constantFrom(...numberFields),
      operator: fc.oneof(order, fc.constant('=' as const)),
      number,
    }),
    fc.record({ kind: kind('age'), operator: order, ageMs: words.ageMs }),
    fc.record({ kind: kind('created'), operator: order, at: words.createdTime }),
    fc.record({ kind: kind('attempted'), operator: order, at: words.createdTime }),
    fc.record({ kind: kind('header'), name: words.headerName, operator: textOperator, text }),
    fc.record({
      kind: kind('body'),
      path,
      operator: textOperator,
      value: words.bodyValue.map(written),
    }),
    fc.record({
      kind: kind('bodyNumber'),
      path,
      operator: order,
      value: number.map(String).map((text) => ({ number: text })),
    }),
    fc.record({ kind: kind('anywhere'), text: text.filter((one) => one !== '') }),
  );
}

export function filters(words: Vocabulary): fc.Arbitrary<Filter> {
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 3, arbitrary: terms(words) },
      { weight: 1, arbitrary: tie('filter').map((part): Filter => ({ kind: 'not', part })) },
      { weight: 1, arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(allOf) },
      { weight: 1, arbitrary: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map(anyOf) },
    ),
  }));
  return filter;
}
