import { describe, expect, it } from 'vitest';
import { digestsInResponse } from '#shared/signatures/receiver-response.ts';

const sent = '4b7d53a2b3899d7497b94696adfcd0c44e31d76a';
const computed = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

describe('the digests in a response', () => {
  it.each([
    ['beside the sent one', `{"got":"${sent}","expected":"${computed}"}`, computed, true],
    ['in base64', 'expected 2jmj7l5rSw0yVb/vlWAYkK/YBwk=', '2jmj7l5rSw0yVb/vlWAYkK/YBwk=', false],
    ['after a prefix', `want sha1=${computed}.`, `sha1=${computed}`, false],
    ['but not the sent one', `bad signature ${sent.toUpperCase()}`, undefined, true],
    ['but not other text', 'id 0af7651916cd43dd8448eb211c80319c', undefined, false],
  ])('are found %s', (_, text, other, hasSent) => {
    expect(digestsInResponse(text, [sent])).toEqual({ other, hasSent });
  });

  it('are as long as the signature that was sent rather than that of a commit', () => {
    const long = 'a1'.repeat(32);
    const text = `{"version":"${sent}","computed":"${long}"}`;
    expect(digestsInResponse(text, ['b2'.repeat(32)]).other).toBe(long);
  });
});
