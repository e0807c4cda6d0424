/** What a fix changes in the code of a receiver. */
import { describe, expect, it } from 'vitest';
import { profileOf } from '#shared/profiles/profiles.ts';
import { fixLines, returningLine } from '#shared/signatures/snippets/digest-lines.ts';
import { languages } from '#shared/signatures/snippets/languages.ts';

const profile = profileOf({ profile: 'segment-classic' });
const reserialized = { code: 'json_python', fixCode: 'raw_body' };

describe('the lines of a fix', () => {
  it('are those of the framework', () => {
    const cause = { ...reserialized, language: 'python' } as const;
    expect(fixLines(profile, cause, 'flask')).toEqual({
      removed: [
        'expected = hmac.new(secret.encode(), json.dumps(request.json).encode(), "sha1").hexdigest()',
      ],
      added: ['expected = hmac.new(secret.encode(), request.get_data(), "sha1").hexdigest()'],
      title: 'Flask',
    });
    expect(fixLines(profile, cause, 'django')?.title).toBe('Django');
    expect(fixLines(profile, cause, 'express')?.title).toBe('Flask');
  });

  it.each(languages.map(({ id }) => id))('replace only what differs, in %s', (language) => {
    const changed = (code: string, fixCode: string) =>
      fixLines(profile, { code, fixCode, language }, null);
    for (const [code, fixCode] of [
      ['json_go', 'raw_body'],
      ['digest_sha256', 'hash'],
      ['secret_base64_decoded', 'secret_bytes'],
      ['format_base64', 'hex'],
    ] as const) {
      const { removed = [], added = [] } = changed(code, fixCode) ?? {};
      expect(removed.length).toBeGreaterThan(0);
      expect(added).toHaveLength(removed.length);
      expect(added).not.toEqual(removed);
    }
    // Any code may have added the line break.
    expect(changed('body_newline', 'raw_body')).toMatchObject({ removed: [] });
    expect(changed('secret_previous', 'right_secret')).toBeNull();
  });

  it.each([
    ['python', 'flask', 'return {"computed": request.get_data().hex()}, 401'],
    [
      'python',
      'fastapi',
      'return JSONResponse({"computed": (await request.body()).hex()}, status_code=401)',
    ],
    ['node', 'express', "return res.status(401).json({ computed: rawBody.toString('hex') });"],
    ['go', 'go', 'http.Error(w, hex.EncodeToString(rawBody), http.StatusUnauthorized)'],
  ] as const)('return the hashed bytes as text, in %s with %s', (language, framework, line) => {
    expect(returningLine(language, framework, 'bytes')).toBe(line);
  });

  it('are unknown without a language, and for profiles that sign more than the body', () => {
    expect(fixLines(profile, { ...reserialized, language: null }, null)).toBeNull();
    const stripe = profileOf({ profile: 'stripe' });
    expect(fixLines(stripe, { ...reserialized, language: 'python' }, null)).toBeNull();
  });
});

it.each(languages.map(({ id }) => id))(
  'a receiver in %s returns its digest or its bytes',
  (language) => {
    expect(returningLine(language, null, 'bytes')).not.toBe(
      returningLine(language, null, 'digest'),
    );
  },
);
