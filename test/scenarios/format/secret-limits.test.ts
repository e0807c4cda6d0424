/** Secret variables of a file take the host no more work than they may. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createRedactionWork, redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { readText } from './in-memory.ts';

/** Each form in Base64 is made with it. */
const encode = vi.spyOn(globalThis, 'btoa');
beforeEach(() => void encode.mockClear());

const head = 'scenario: 1\nname: x\n';
const steps = 'when: [finish: {}]\n';
const cases = (count: number): string =>
  `cases:\n${Array.from({ length: count }, (_, index) => `  - { name: c${index}, variables: { n: 1 } }\n`).join('')}`;
const secrets = (count: number, value: (index: number) => string): string =>
  `variables:\n${Array.from({ length: count }, (_, index) => `  s${index}: { default: '${value(index)}', secret: true }\n`).join('')}`;

it.each<[string, string, number]>([
  ['a secret longer than 8 KB', secrets(2, (index) => 'é'.repeat(index * 8_193)), 5],
  ['more than 100 secrets', secrets(101, (index) => `secret-${index}`), 104],
])('%s is a problem, and is encoded in no case', async (_, variables, line) => {
  const { problems } = await readText(`${head}${variables}${cases(30)}${steps}`);
  expect(problems.map(({ code, line }) => [code, line])).toEqual([['variable', line]]);
  expect(encode).not.toHaveBeenCalled();
});

it('a long value from outside the file is one, too', async () => {
  const text = `${head}variables: { key: { env: KEY, secret: true } }\n${steps}`;
  const { problems } = await readText(text, {}, { environment: { KEY: 'x'.repeat(8_193) } });
  expect(problems).toMatchObject([{ code: 'variable', line: 3 }]);
});

it('secrets are encoded once for all cases, and not without a problem', async () => {
  const file = `${head}${secrets(1, () => 'é'.repeat(8_000))}${cases(30)}`;
  expect((await readText(`${file}${steps}`)).problems).toEqual([]);
  expect(encode).not.toHaveBeenCalled();
  const { problems } = await readText(`${file}when: [finish: { a: 1 }]\n`);
  expect(problems.length).toBeGreaterThan(0);
  expect(encode.mock.calls.length).toBeLessThan(10);
});

it('texts are searched up to a limit, and never shown beyond it', () => {
  const names = Array.from({ length: 100 }, (_, index) => `s${index}`);
  const redact = redactSecretsOf(
    {
      variables: Object.fromEntries(names.map((name) => [name, `${name}-sécret+Key/1`])),
      secretVariables: Object.fromEntries(names.map((name) => [name, name])),
    },
    createRedactionWork(),
  );
  const text = `${'x'.repeat(60_000)} s1-sécret+Key/1`;
  const problems = redact(Array.from({ length: 90 }, () => ({ message: text, code: 'invalid' })));
  expect(problems[0]?.message).toBe(`${'x'.repeat(60_000)} (s1)`);
  expect(problems.map(({ message }) => message).join()).not.toContain('sécret');
  expect(problems.at(-1)).toEqual({
    message: '(a text too long to search for secrets)',
    code: 'invalid',
  });
});
