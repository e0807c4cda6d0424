/** Every profile: our own deliveries, changed in one way each, explained step by step. */
import { describe, expect, it } from 'vitest';
import { webhookHeaders } from '#main/deliveries/routing/request-headers.ts';
import { type ExplainedRequest, explainSignature } from '#main/signatures/explain.ts';
import {
  publicKeyText,
  requestUrl,
  signatureLine,
} from '#main/signatures/signing/profile-signature.ts';
import { isSignedBy } from '#main/signatures/signing/verify-signature.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, profileOf } from '#shared/profiles/profiles.ts';
import type { SignatureStep } from '#shared/signatures/steps.ts';
import { providerVerifiers } from '#test/deliveries/dispatch/provider-verifiers.ts';

const at = Date.parse('2026-11-25T10:00:00Z');

const bodyFor = ({ signature }: ProviderProfile): string =>
  'content' in signature && signature.content.includes('{form}')
    ? 'To=%2B15550100&Body=Hi+there&From=%2B15550101'
    : '{"id":"evt_1","text":"Zoë"}';

const secretFor = (id: string): string =>
  providerVerifiers[id]?.secret ??
  (id === 'standard-webhooks' ? 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' : 's3cret');

/** The request as the dispatcher builds it. */
function sent(profile: ProviderProfile, secret = secretFor(profile.id)): ExplainedRequest {
  const body = Buffer.from(bodyFor(profile));
  const url = requestUrl(profile, 'https://example.com/hooks?a=1', body);
  const facts = { method: 'POST', url, body, at, id: () => 'msg_1' };
  const lines = webhookHeaders(
    profile,
    {},
    {
      at,
      retry: 0,
      message: () => ({ id: 'msg_1', event: 'x' }),
    },
  );
  const line = signatureLine(profile, [secret], facts);
  const headers = Object.fromEntries(
    [...lines, ...(line === null ? [] : [line])].map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return { method: 'POST', url, headers, body, receivedAt: at + 1_000 };
}

const stepOf = <Code extends SignatureStep['code']>(steps: readonly SignatureStep[], code: Code) =>
  steps.find((step): step is Extract<SignatureStep, { code: Code }> => step.code === code);

const explain = (id: string, request: ExplainedRequest, secret = secretFor(id)) =>
  explainSignature(profileOf({ profile: id }), secret, request);

const signing = builtInProfiles.filter(({ signature }) => signature.kind !== 'none');

describe.each(signing.map((profile) => [profile.id, profile] as const))('%s', (id, profile) => {
  const request = sent(profile);
  const { signature: scheme } = profile;

  it('explains a valid request, without the secret', () => {
    const { verdict, steps } = explain(id, request);
    expect(verdict).toBe('valid');
    expect(steps.some(({ status }) => status === 'failed')).toBe(false);
    expect(isSignedBy(profile, secretFor(id), request)).toBe(true);
    const text = JSON.stringify(steps);
    expect(text).not.toContain(secretFor(id));
    const content = stepOf(steps, 'content');
    expect(content === undefined).toBe(scheme.kind === 'token');
    if (content === undefined) return;
    const total = content.parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(total).toBe(content.bytes.byteLength);
    const expected = stepOf(steps, 'expected');
    if (scheme.kind === 'hmac')
      expect(expected?.value).toBe(
        request.headers[stepOf(steps, 'header')?.name.toLowerCase() ?? ''],
      );
    else expect(expected?.value).toBeNull();
  });

  it('names another secret, a missing header, and an empty secret', () => {
    const other = providerVerifiers[id]?.otherSecret ?? 'another secret of 24 bytes';
    const usable = id === 'standard-webhooks' ? `whsec_${'A'.repeat(32)}` : other;
    expect(explain(id, request, usable).verdict).toBe('mismatch');
    expect(explain(id, { ...request, headers: {} }).verdict).toBe('header_missing');
    expect(explain(id, request, '').verdict).toBe('secret_missing');
  });

  if ('content' in scheme)
    it('names a changed body and a header in another form', () => {
      const changed = { ...request, body: Buffer.from(`${bodyFor(profile)}&x=1`) };
      expect(explain(id, changed).verdict).toBe(
        profile.bodyHashParameter === null ? 'mismatch' : 'body_hash_mismatch',
      );
      expect(isSignedBy(profile, secretFor(id), changed)).toBe(false);
      const name = scheme.header.toLowerCase();
      const headers = { ...request.headers, [name]: '' };
      expect(explain(id, { ...request, headers }).verdict).toBe('header_malformed');
    });

  if (profile.tolerance.pastMs !== null)
    it('names a timestamp that is too old', () => {
      const { pastMs, futureMs } = profile.tolerance;
      const late = { ...request, receivedAt: at + (pastMs ?? 0) + 1_000 };
      const { verdict, steps } = explain(id, late);
      expect(verdict).toBe('too_old');
      expect(stepOf(steps, 'timestamp')).toMatchObject({
        status: 'failed',
        ageMs: (pastMs ?? 0) + 1_000,
        maxPastMs: pastMs,
      });
      const early = { ...request, receivedAt: at - 1_000_000 };
      expect(explain(id, early).verdict).toBe(futureMs === null ? 'valid' : 'in_future');
    });

  if ('content' in scheme && scheme.content.includes('{url}'))
    it('names another URL', () => {
      const url = request.url.replace('https:', 'http:');
      expect(explain(id, { ...request, url }).verdict).toBe('mismatch');
    });

  if (scheme.kind === 'ed25519' || scheme.kind === 'ecdsa_p256')
    it('verifies with the public key alone', () => {
      const publicKey = publicKeyText(scheme, secretFor(id)) ?? '';
      const { verdict, steps } = explain(id, request, publicKey);
      expect(verdict).toBe('valid');
      expect(stepOf(steps, 'key')?.kind).toBe('public');
      expect(stepOf(explain(id, request).steps, 'key')?.kind).toBe('private');
    });
});

it('a profile without signatures is unsigned', () => {
  const profile = profileOf({ profile: 'rudderstack' });
  expect(explainSignature(profile, 's', sent(profile, 's')).verdict).toBe('unsigned');
});

it('a Standard Webhooks secret loses its prefix and is decoded', () => {
  const { steps } = explain('standard-webhooks', sent(profileOf({ profile: 'standard-webhooks' })));
  expect(stepOf(steps, 'key')).toMatchObject({
    form: 'base64',
    removedPrefix: 'whsec_',
    byteLength: 24,
  });
  expect(stepOf(steps, 'content')?.parts.map(({ name }) => name)).toEqual([
    'id',
    'literal',
    'timestamp',
    'literal',
    'body',
  ]);
  expect(
    explain('standard-webhooks', sent(profileOf({ profile: 'standard-webhooks' })), 'not!').verdict,
  ).toBe('key_malformed');
});

it('two signatures of a rotated secret: either key verifies', () => {
  const profile = profileOf({ profile: 'stripe' });
  const request = sent(profile);
  const line = signatureLine(profile, ['new', 'old'], {
    method: 'POST',
    url: request.url,
    body: request.body,
    at,
    id: () => '',
  });
  const headers = { ...request.headers, 'stripe-signature': line?.[1] ?? '' };
  for (const secret of ['new', 'old']) {
    const { verdict, steps } = explain('stripe', { ...request, headers }, secret);
    expect(verdict).toBe('valid');
    expect(stepOf(steps, 'parts')?.parts.filter(({ name }) => name === 'signature')).toHaveLength(
      2,
    );
  }
});
