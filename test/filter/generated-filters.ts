/** Random filters, in the form that the parser returns. */
import fc from 'fast-check';
import { type Field, fields, orders } from '#shared/filter/fields.ts';
import {
  type AnyTerm,
  allOf,
  anyOf,
  type BodyPath,
  type BodyValue,
  type Filter,
  rangesOf,
  type Term,
} from '#shared/filter/filter.ts';

/** Small sets of values, so that terms match each other often. */
export interface Vocabulary {
  readonly text: fc.Arbitrary<string>;
  /** Text to search everywhere. */
  readonly word: fc.Arbitrary<string>;
  readonly number: fc.Arbitrary<number>;
  readonly path: fc.Arbitrary<BodyPath>;
  readonly bodyValue: fc.Arbitrary<string | number | boolean | null>;
  readonly headerName: fc.Arbitrary<string>;
  readonly ageMs: fc.Arbitrary<number>;
  readonly createdTime: fc.Arbitrary<number>;
  readonly originId: fc.Arbitrary<string>;
}

const order = fc.constantFrom(...orders);
const textOperator = fc.constantFrom(':' as const, '=' as const);

const written = (value: string | number | boolean | null): BodyValue =>
  typeof value === 'number' ? { number: String(value) } : value;

function termsWith({ name, type, choices }: Field, words: Vocabulary): fc.Arbitrary<AnyTerm> {
  const { text, number, path } = words;
  const kind = <Kind extends string>(name: Kind) => fc.constant(name);
  const field = fc.constant(name);
  switch (type) {
    case 'choice':
      return fc.record({ kind: kind('choice'), field, value: fc.constantFrom(...choices) });
    case 'origin': {
      const withId = fc.tuple(fc.constantFrom('sync', 'deletion'), words.originId);
      const value = fc.oneof(
        fc.constantFrom(...choices),
        withId.map(([one, id]) => `${one}:${id}`),
      );
      return fc.record({ kind: kind('choice'), field, value });
    }
    case 'text':
      return fc.record({ kind: kind('text'), field, operator: textOperator, value: text });
    case 'number': {
      const operator = fc.oneof(order, fc.constant('=' as const));
      return fc.record({ kind: kind('number'), field, operator, value: number });
    }
    case 'age':
      return fc.record({ kind: kind('number'), field, operator: order, value: words.ageMs });
    case 'time':
      return fc.record({ kind: kind('number'), field, operator: order, value: words.createdTime });
    case 'rows':
      return fc.record({
        ...{ kind: kind('rows'), field },
        ranges: fc
          .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(2)), {
            minLength: 1,
            maxLength: 4,
          })
          .map((ranges) => rangesOf(ranges.map(([from, more]) => [from, from + more]))),
      });
    case 'header':
      return fc.record({
        ...{ kind: kind('header'), name: words.headerName },
        ...{ operator: textOperator, value: text },
      });
    case 'body': {
      const value = words.bodyValue.map(written);
      const amount = number.map((one) => ({ number: String(one) }));
      return fc.oneof(
        fc.record({ kind: kind('body'), path, operator: textOperator, value }),
        fc.record({ kind: kind('body'), path, operator: order, value: amount }),
      );
    }
    default:
      throw new Error(`no terms of type ${type}`);
  }
}

const terms = (words: Vocabulary): fc.Arbitrary<Term> =>
  fc.oneof(
    ...fields.map((field) => termsWith(field, words) as fc.Arbitrary<Term>),
    fc.record({ kind: fc.constant('anywhere' as const), value: words.word }),
  );

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
