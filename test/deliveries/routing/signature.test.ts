import { describe, expect, it } from 'vitest';
import { type ContentScheme, digestOf } from '#main/signatures/signing/profile-signature.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import vectors from '#test/fixtures/signatures.json' with { type: 'json' };
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { sign } from '#test/support/sign.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

const { signature } = profileOf({ profile: defaultProfileId });

/** As the product signs. */
const signed = (secret: string, body: string) =>
  digestOf(signature as ContentScheme, secret, Buffer.from(body));

describe('the signature', () => {
  it('has 24 test vectors, and one for the HMAC of an empty secret', () => {
    expect(vectors.filter(({ secret }) => secret !== '')).toHaveLength(24);
    expect(vectors).toHaveLength(25);
  });

  for (const { name, secret, body, bodyBytes, xSignature } of vectors) {
    it(`agrees with four languages on "${name}" under ${JSON.stringify(secret)}`, () => {
      if (bodyBytes !== undefined) expect(Buffer.byteLength(body)).toBe(bodyBytes);
      expect(signed(secret, body)).toBe(xSignature);
    });

    it(`is valid for a receiver that parses and re-serializes "${name}", under ${JSON.stringify(secret)}`, () => {
      expect(signed(secret, JSON.stringify(JSON.parse(body)))).toBe(xSignature);
    });
  }
});

describe('X-Signature on the wire', () => {
  const awkward = {
    2: 'two',
    10: 'ten',
    text: 'Zoë 😀 <a&b> \u2028 \ud800',
    number: 1e21,
    small: 1e-7,
  };

  it('matches both the raw bytes, and the parsed and re-serialized body', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: 'sekrét-🔑' });
    await send(core, track({ properties: awkward }));
    const { body, header } = await target.received(1);
    expect(header('x-signature')).toBe(sign('sekrét-🔑', body));
    expect(header('x-signature')).toBe(
      sign('sekrét-🔑', JSON.stringify(JSON.parse(body.toString('utf8')))),
    );
  });

  it('is spelled X-Signature and written in lower-case hexadecimal', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: 'abc123' });
    await send(core, track());
    const { headers } = await target.received(1);
    const value = headers.find(([name]) => name === 'X-Signature')?.[1];
    expect(value).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is absent without a secret', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: '' });
    await send(core, track());
    expect((await target.received(1)).header('x-signature')).toBeUndefined();
  });

  it('uses the secret exactly as entered, including spaces', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: '  spaced \t\n' });
    await send(core, track());
    const { body, header } = await target.received(1);
    expect(header('x-signature')).toBe(sign('  spaced \t\n', body));
    expect(header('x-signature')).not.toBe(sign('spaced', body));
  });

  it('uses a secret of spaces; only an empty one counts as none', async () => {
    const { core } = await startCore();
    const target = await startTarget();
    await connect(core, { urls: [target.url], sharedSecret: ' ' });
    await send(core, track());
    const { body, header } = await target.received(1);
    expect(header('x-signature')).toBe(sign(' ', body));
  });
});
