/** What the X-ray of a signature says about the four things that a digest depends on. */
import { describe, expect, it } from 'vitest';
import { knownDigests } from '#renderer/signatures/delivery-signature.tsx';
import { explainedSummary, unexplainedSummary } from '#renderer/signatures/summary.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Diagnosis, SignatureCause } from '#shared/signatures/signature.ts';
import { tokenProfile } from '#test/support/token-profile.ts';

const profile = profileOf({ profile: 'github' });

const causeOf = (code: string, of: SignatureCause['difference']['of']): SignatureCause => ({
  ...{ code, message: `${code}.`, fix: '', fixCode: null, language: null, alternatives: [] },
  difference: { of, expected: '', found: '', offset: null },
});

const diagnosisOf = (causes: SignatureCause[], isHashed = true): Diagnosis => ({
  ...{ verdict: 'explained', message: '', digest: '', causes },
  bytes: isHashed ? { sent: '', hashed: '' } : null,
});

const wrong = ({ parts }: ReturnType<typeof explainedSummary>) =>
  parts.flatMap(({ part, state }) => (state === 'wrong' ? [part] : []));

describe('an explained digest', () => {
  it.each([
    ['json_python', 'body', 'bytes'],
    ['body_timestamp', 'content', 'bytes'],
    ['url_scheme', 'url', 'bytes'],
    ['secret_trimmed', 'secret', 'secret'],
    ['secret_previous', 'header', 'secret'],
    ['digest_sha1', 'algorithm', 'algorithm'],
    ['format_base64', 'header', 'encoding'],
  ] as const)('of %s: only one part is wrong', (code, of, part) => {
    const summary = explainedSummary(profile, diagnosisOf([causeOf(code, of)]), '', false);
    expect(wrong(summary)).toEqual([part]);
    expect(summary.parts.filter(({ state }) => state === 'right')).toHaveLength(3);
  });

  it('is explained in one sentence, which says more than the title', () => {
    const detailOf = (causes: SignatureCause[], changes: string) =>
      explainedSummary(profile, diagnosisOf(causes), changes, false).detail;
    expect(detailOf([causeOf('json_python', 'body')], '21 spaces were added')).toBe(
      'The secret is right, but 21 spaces were added.',
    );
    expect(detailOf([causeOf('body_newline', 'body')], '1 byte was added')).toBe('body_newline.');
    expect(detailOf([causeOf('json_php', 'body'), causeOf('format_prefix', 'header')], 'x')).toBe(
      'json_php. format_prefix.',
    );
  });

  it('of two mistakes has two', () => {
    const causes = [causeOf('json_php', 'body'), causeOf('format_prefix', 'header')];
    expect(wrong(explainedSummary(profile, diagnosisOf(causes), '', false))).toEqual([
      'encoding',
      'bytes',
    ]);
  });

  it('of a mistake in the request says nothing about the receiver', () => {
    const causes = [causeOf('header_missing', 'header')];
    const { title, parts } = explainedSummary(profile, diagnosisOf(causes, false), '', false);
    expect(title).toBe('header_missing.');
    expect(parts.every(({ state }) => state === 'unknown')).toBe(true);
  });

  it('shows algorithm and encoding of the profile', () => {
    const { parts } = explainedSummary(profile, diagnosisOf([]), '', false);
    expect(parts.map(({ value }) => value)).toEqual(['same', 'HMAC-SHA256', 'hex', 'same']);
  });
});

describe('a digest that is not explained', () => {
  const states = (...given: Parameters<typeof unexplainedSummary>) =>
    unexplainedSummary(...given).parts.map(({ state }) => state);

  it('is right if only the comparison can be wrong', () => {
    expect(states(profile, 'comparison', false)).toEqual(['right', 'right', 'right', 'right']);
  });

  it('shows what the library says', () => {
    expect(states(profile, 'body_parsed', false)).toEqual([
      ...['unknown', 'unknown', 'unknown', 'wrong'],
    ]);
    expect(states(profile, null, false)).not.toContain('wrong');
  });

  it('has only a secret if the secret itself is sent', () => {
    expect(states(tokenProfile, null, false)).toEqual(['unknown']);
  });
});

it('equal digests are listed once', () => {
  expect(
    knownDigests([
      ['Sent', 'a'],
      ['Expected', 'a'],
      ['Computed', 'b'],
      ['None', null],
    ]),
  ).toEqual([
    { of: 'Sent, expected', value: 'a' },
    { of: 'Computed', value: 'b' },
  ]);
});
