import { describe, expect, it } from 'vitest';
import { check as checkSubject } from '#core/signatures/check.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import vectors from '../../fixtures/signatures.json' with { type: 'json' };

const check = (body: string, secret: string, observed: string) =>
  checkSubject(
    {
      body: Buffer.from(body),
      secret,
      profile: profileOf({ profile: defaultProfileId }),
      method: 'POST',
      url: '',
      headers: {},
      receivedAt: 0,
    },
    observed,
  );

describe('checking a signature', () => {
  it('accepts every vector, and no other digest', () => {
    for (const { body, secret, xSignature } of vectors) {
      const checked = check(body, secret, xSignature);
      expect(checked.digest).toBe(xSignature);
      // Without a secret nothing is signed (D20), so nothing can be valid.
      expect(checked.valid).toBe(secret !== '');
      expect(checked.explanation.verdict).toBe(secret === '' ? 'secret_missing' : 'valid');
      expect(check(body, secret, xSignature.toUpperCase()).valid).toBe(false);
      expect(check(body, secret, xSignature.slice(0, -1)).valid).toBe(false);
      expect(check(`${body}\n`, secret, xSignature).valid).toBe(false);
      expect(check(body, `${secret} `, xSignature).valid).toBe(false);
    }
  });

  it('accepts a header line, and ignores spaces around the value as HTTP does', () => {
    const { digest } = check('{}', 's', '');
    expect(check('{}', 's', `X-Signature: ${digest}`).valid).toBe(true);
    expect(check('{}', 's', `x-signature:${digest}\r\n`).valid).toBe(true);
    expect(check('{}', 's', `Signature: ${digest}`)).toMatchObject({
      valid: true,
      hints: [{ code: 'header_name', found: 'Signature' }],
    });
    expect(check('{}', 's', digest).hints).toMatchObject([{ code: 'header_lookup' }]);
    expect(check('{}', 's', 'undefined')).toMatchObject({
      valid: false,
      hints: [{ code: 'header_missing' }],
    });
    expect(check('{}', 's', `sha1=${digest}`)).toMatchObject({ valid: false, hints: [] });
  });

  it('shows the hashed bytes, as hexadecimal and with marks for invisible characters', () => {
    expect(check('\ufeff{"é":"\t\u200b"}\r\n ', 's', '').hashed).toEqual({
      byteLength: 19,
      text: '‹BOM›{"é":"‹TAB›‹ZWSP›"}‹CR›‹LF›‹SP›',
      hex: 'efbbbf7b22c3a9223a2209e2808b227d0d0a20',
    });
  });

  it('names the missing input', () => {
    expect(check('{}', '', 'a').message).toContain('The secret is empty');
    expect(check('{}', 's', ' ').message).toContain('X-Signature');
  });
});
