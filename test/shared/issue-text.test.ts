import { describe, expect, it } from 'vitest';
import { StartSyncRequest } from '#shared/schemas/sync.ts';
import { TraitValuesRequest } from '#shared/schemas/trait.ts';
import '#shared/schemas/issue-text.ts';

describe('a value that matches none of several types', () => {
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
    expect(valuesOf({ value: null })).toBeUndefined();
    expect(valuesOf({})).toEqual(['value is missing. Add it.']);
    expect(valuesOf({ value: 1n })).toEqual(['value is not valid. See /api/openapi.json.']);
  });

  it('is reported with the expected types if the list is short', () => {
    const planned = (plan: unknown) =>
      messagesOf(StartSyncRequest.safeParse({ params: { id: 'aud_1' }, query: { plan } }));
    expect(planned('true')).toBeUndefined();
    expect(planned('maybe')).toEqual(['plan must be true or false.']);
  });
});
