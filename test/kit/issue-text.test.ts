import { describe, expect, it } from 'vitest';
import { StartSyncRequest } from '#shared/audiences/sync.ts';
import { TraitValuesRequest } from '#shared/audiences/trait.ts';
import { closestName } from '#shared/kit/closest-name.ts';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import '#shared/kit/issue-text.ts';

describe('a value of a wrong type', () => {
  const messagesOf = ({
    error,
  }: {
    readonly error?: { readonly issues: readonly { message: string }[] } | undefined;
  }) => error?.issues.map(({ message }) => message);

  it('is reported with its field and the fix', () => {
    const valuesOf = (value: object) =>
      messagesOf(
        TraitValuesRequest.safeParse({ id: 'trt_1', values: [{ userId: 'u', ...value }] }),
      );
    for (const value of [null, {}, [{ a: [1.5, 'b', true, new ExactNumber('1e999')] }]])
      expect(valuesOf({ value })).toBeUndefined();
    expect(valuesOf({})).toEqual(['value is missing. It must be JSON.']);
    for (const value of [1n, Number.NaN, new Date(0), { a: [undefined] }, [new Map()]])
      expect(valuesOf({ value })).toEqual(['value must be JSON.']);
  });

  it('is reported with the expected types if the list is short', () => {
    const planned = (plan: unknown) =>
      messagesOf(StartSyncRequest.safeParse({ params: { id: 'aud_1' }, query: { plan } }));
    expect(planned('true')).toBeUndefined();
    expect(planned('maybe')).toEqual(['plan must be true or false.']);
  });
});

describe('the name that was probably meant', () => {
  it('is found despite changed, swapped, missing and additional characters', () => {
    const names = ['webhooks', 'webhookUrl'];
    expect(
      ['webhookrUl', 'wbhookUrl', 'WebhookUrll', 'other'].map((typed) => closestName(typed, names)),
    ).toEqual(['webhookUrl', 'webhookUrl', 'webhookUrl', null]);
  });

  it('is searched among the first names, and only for a short one', () => {
    let read = 0;
    function* names() {
      for (; read < 1_000; read += 1) yield 'x'.repeat(90);
    }
    expect(closestName('y'.repeat(90), names())).toBeNull();
    expect(read).toBeLessThanOrEqual(101);
    expect(closestName('x'.repeat(101), ['x'.repeat(100)])).toBeNull();
  });
});
