import { describe, expect, it } from 'vitest';
import { digestInResponse } from '#shared/lib/digest-in-response.ts';

const sent = '4b7d53a2b3899d7497b94696adfcd0c44e31d76a';
const computed = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('the digest in a response', () => {
  it('is a different digest than the sent one, in hex or base64', () => {
    expect(digestInResponse(`{"got":"${sent}","expected":"${computed}"}`, [sent])).toBe(computed);
    expect(digestInResponse('expected 2jmj7l5rSw0yVb/vlWAYkK/YBwk=', [sent])).toBe(
      '2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
    );
    expect(digestInResponse(`want sha1=${computed}.`, [sent])).toBe(`sha1=${computed}`);
  });

  it('is undefined for the sent digest, and for other text', () => {
    expect(digestInResponse(`bad signature ${sent.toUpperCase()}`, [sent])).toBeUndefined();
    expect(digestInResponse('id 0af7651916cd43dd8448eb211c80319c', [sent])).toBeUndefined();
  });
});
