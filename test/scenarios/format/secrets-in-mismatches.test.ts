/** A mismatch shows the beginning of a value: no part of a secret that would be cut there. */
import { expect, it } from 'vitest';
import { type BodyPattern, bodyProblem } from '#shared/kit/body-pattern.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';

const key = 'sk_live_51HxyzABCDEFGHIJKLMNOP';
const long = `${'s3cr3t-'.repeat(90)}end`;
const pin = 73519264;
const redact = redactSecretsOf({
  variables: { key, long, pin },
  secretVariables: { key: 'KEY', long: 'LONG', pin: 'PIN' },
});
const base64 = Buffer.from(`u:${long}`).toString('base64');

/** What is longer than the shortest part that would matter. */
const partsOf = (secret: string): readonly string[] =>
  Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6));

it.each<[string, unknown]>([
  ['longer than what is shown', long],
  ['in Base64', `Basic ${base64}`],
  ['as a key', { [long]: 1 }],
  ['in JSON in a text', JSON.stringify({ note: long })],
  ['in an object that is cut', { account: 'x'.repeat(18), auth: { text: 'y'.repeat(12), key } }],
  ['in a list that is cut', ['z'.repeat(65), key]],
  ['as a number', ['z'.repeat(69), pin]],
])('a secret is not shown in part: %s', (_, found) => {
  const patterns = [{ a: 'none' }, { a: { $absent: true } }, { a: { $match: '^none$' } }];
  const differences = [
    ...patterns.map((pattern) => bodyProblem(pattern as BodyPattern, { a: found })),
    bodyProblem({ a: found } as BodyPattern, { a: 1 }),
  ];
  const texts = differences.map((difference) => difference?.text(redact) ?? '');
  for (const part of [key, long, base64.slice(6), String(pin)].flatMap(partsOf))
    for (const text of texts) expect(text).not.toContain(part);
  expect(texts.every((text) => text.length < 250)).toBe(true);
});
