/** Values of secret variables are redacted in every form in which a request or a report has them. */
import { describe, expect, it } from 'vitest';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';

const secret = 'p$ssé "wörd"+/|1';
const redactionOf = (variables: Readonly<Record<string, string | number>>) =>
  redactSecretsOf({
    variables,
    secretVariables: Object.fromEntries(Object.keys(variables).map((name) => [name, 'ENV'])),
  });
const redact = redactionOf({ apiKey: secret });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('the value of a secret variable', () => {
  it.each<[string, string]>([
    ['as it is', secret],
    ['in a component of a URL', encodeURIComponent(secret)],
    ['in a URL', encodeURI(secret)],
    ['in a path', new URL(`http://a/${secret}`).pathname.slice(1)],
    ['in a query', new URL(`http://a/?${secret}`).search.slice(1)],
    ['in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ['in a header', 'p$ss%C3%A9 "w%C3%B6rd"+/|1'],
  ])('is redacted %s', (_, form) => {
    expect(redact(`a ${form} b`)).toBe('a (apiKey) b');
  });

  it('is redacted in a host name', () => {
    const key = 'KeySecretName';
    const { href } = new URL(`http://${key}.localhost/`);
    expect(redactionOf({ key })(href)).toBe('http://(key).localhost/');
  });

  it.each(['', 'u:', 'us:', 'user:'])('is redacted in Base64 after "%s"', (before) => {
    const encoded = base64(`${before}${secret}`);
    const { length } = base64(secret);
    const redacted = redact(`Basic ${encoded} ${encoded.replaceAll('+', '-')}`);
    expect(redacted.match(/\(apiKey\)/g)).toHaveLength(2);
    expect(redacted.length).toBeLessThan(encoded.length * 2 + 6 - length);
  });

  it('is redacted at any depth, and codes, files and numbers stay', () => {
    const redacted = redactionOf({ a: 'failed', b: 12 })({
      ...{ verdict: 'failed', file: 'failed.yaml', count: 12 },
      checks: [{ name: 'failed 12', tags: ['failed'] }],
    });
    expect(redacted).toEqual({
      ...{ verdict: 'failed', file: 'failed.yaml', count: 12 },
      checks: [{ name: '(a) (b)', tags: ['(a)'] }],
    });
  });

  it('is not searched in what replaces another one', () => {
    const names = ['aab', 'aba', 'baa', 'abb'];
    const values = Object.fromEntries(names.map((name, index) => [name, 'ab'[index % 2] ?? '']));
    expect(redactionOf(values)('ab')).toHaveLength(10);
  });

  it('is not searched if it is empty', () => {
    expect(redactionOf({ a: '' })('abc')).toBe('abc');
  });
});
