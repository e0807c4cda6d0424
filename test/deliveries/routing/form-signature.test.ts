/** Signing the fields of a form takes a time linear in their number (D62). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noContext } from '#main/signatures/candidate-groups/candidate-group.ts';
import { diagnose } from '#main/signatures/diagnose.ts';
import { secretMistakes } from '#main/signatures/mistakes/secret-mistakes.ts';
import { isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { verificationSnippets } from '#shared/signatures/snippets/verification-snippets.ts';

const secret = 's3cret';
const profile = profileOf({ profile: 'twilio' });
const url = 'http://localhost/hook';
const names = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
const body = Buffer.from([...names, 'n1=b', 'n1=a', 'n1=a'].join('&'));
const text = [...names.toSorted()].map((name) => (name === 'n1' ? 'n1n1an1b' : name)).join('');
const headers = {
  'x-twilio-signature': createHmac('sha1', secret).update(`${url}${text}`).digest('base64'),
};

/** Counts the fields that are visited or compared, in all forms. */
function countFields(): () => number {
  let visited = 0;
  const prototype = URLSearchParams.prototype as unknown as Record<PropertyKey, unknown>;
  const methods = ['get', 'getAll', 'has', 'keys', 'values', 'entries', 'forEach', Symbol.iterator];
  for (const name of methods) {
    const original = prototype[name] as (...args: unknown[]) => unknown;
    prototype[name] = function (this: URLSearchParams, ...args: unknown[]) {
      visited += this.size;
      return original.apply(this, args);
    };
    onTestFinished(() => {
      prototype[name] = original;
    });
  }
  return () => visited;
}

it('in the check of a received request', () => {
  const visited = countFields();
  expect(isSignedBy(profile, secret, { method: 'POST', url, headers, body })).toBe(true);
  // Its parser takes quadratic time.
  expect(visited()).toBe(0);
});

it('in a diagnosis, which reads the fields of a body once', async () => {
  const visited = countFields();
  const read = vi.spyOn(String.prototype, 'toWellFormed');
  onTestFinished(() => read.mockRestore());
  const fields = names.map((name) => `${name}={url}`);
  const text = `${url}${fields.map((field) => field.replace('=', '')).join('')}`;
  const { causes } = await diagnose({
    subject: {
      ...{ profile, secret, url, method: 'POST', receivedAt: 0 },
      body: Buffer.from(fields.join('&')),
      headers: { 'x-twilio-signature': createHmac('sha1', secret).update(text).digest('base64') },
    },
    observed: '',
    language: undefined,
    secretMistakes,
    context: noContext,
  });
  expect(causes.map(({ code }) => code)).toEqual(['form_not_sorted']);
  expect(visited()).toBe(0);
  const texts: readonly unknown[] = read.mock.contexts.map(String);
  // By the check of the request, the search, and the mistakes that keep "+" and encode the body.
  expect(texts.filter((each) => each === fields.join('&')).length).toBeLessThanOrEqual(4);
});

it('in the receiver for Node', () => {
  const visited = countFields();
  const code = verificationSnippets(profile)[0]?.code('MY_SECRET') ?? '';
  const used = { createHmac, timingSafeEqual, Buffer, URLSearchParams };
  const context = createContext({ ...used, process: { env: { MY_SECRET: secret } } });
  runInContext(code.slice(code.indexOf('const secret'), code.indexOf('const maxBytes')), context);
  Object.assign(context, { request: { url, headers }, body });
  expect(runInContext('isSigned(request, body)', context)).toBe(true);
  expect(visited()).toBeLessThan(3 * names.length);
});
