import { describe, expect, it, vi } from 'vitest';
import { check as checkSubject } from '#main/signatures/check.ts';
import { checkSignature } from '#main/signatures/signing/verify-signature.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import vectors from '#test/fixtures/signatures.json' with { type: 'json' };
import { specified } from './support/specified.ts';

const check = (body: string, secret: string, observed: string) =>
  checkSubject(specified(body, secret), observed);

describe('a received body', () => {
  const checkReceived = (body: string) => {
    const parse = vi.spyOn(JSON, 'parse');
    const detail = checkSignature(
      ['segment-classic', 'github', 'slack', 'linear'].map((profile) => profileOf({ profile })),
      's3cret',
      { method: 'POST', url: '/', headers: { 'x-signature': 'a' }, body: Buffer.from(body) },
    );
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    return { verdict: detail?.parsed, parsed };
  };

  it.each([
    ['{"a": 1}', 'mismatch', 1],
    [`{"a":[${'1,'.repeat(49_997)}1]}`, 'mismatch', 1],
    [`{"a":[${'1,'.repeat(50_000)}1]}`, 'not_checked', 0],
    [`"${'a'.repeat(512_000)}"`, 'not_checked', 0],
    ['{"a":'.repeat(501), 'not_json', 0],
    ['{', 'not_json', 1],
  ])('is parsed at most once for all senders: case %#', (body, verdict, parsed) => {
    expect(checkReceived(body)).toEqual({ verdict, parsed });
  });
});

describe('checking a signature', () => {
  it('accepts every vector, and no other digest', () => {
    for (const { body, secret, xSignature } of vectors) {
      const checked = check(body, secret, xSignature);
      expect(checked.digest).toBe(secret === '' ? '' : xSignature);
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

  it('names the header of the profile', () => {
    const subject = { ...specified('{}', 's'), profile: profileOf({ profile: 'linear' }) };
    const { digest, message } = checkSubject(subject);
    expect(message).toContain('Linear-Signature');
    expect(checkSubject(subject, `Signature: ${digest}`).hints).toEqual([
      { code: 'header_name', found: 'Signature' },
    ]);
    expect(checkSubject(subject, digest).hints).toMatchObject([{ code: 'header_lookup' }]);
  });

  it('names the missing input', () => {
    expect(check('{}', '', 'a').message).toContain('The secret is empty');
    expect(check('{}', 's', ' ').message).toContain('X-Signature');
  });
});
