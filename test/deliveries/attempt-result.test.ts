import { expect, test } from 'vitest';
import { resultFix, resultText } from '#shared/deliveries/text.ts';

const returned = (status: number) => ({ code: 'unexpected_status', params: { status } }) as const;

test('a success that the profile does not accept is not taken for a redirect', () => {
  expect(resultText(returned(200))).toContain('200');
  expect(resultFix(returned(200))).not.toContain('redirect');
  expect(resultFix(returned(302))).toContain('redirect');
});
