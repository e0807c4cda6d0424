/** Values that are changed in the text of a scenario; everything else stays as it is written. */
import { describe, expect, it } from 'vitest';
import {
  outagesIn,
  withSeed,
  withValueAt,
  withValues,
} from '#renderer/places/rehearse/scenario-text.ts';

const text = `scenario: 1
name: Test # a comment
variables: { server: shop, for: 2h, count: 3, url: { env: URL, default: 'http://a' }, open: true }
when:
  - { id: a, send: { source: Shop } }
  - { at: '\${after}', outage: { mock: shop, for: '\${for}' } }
  - outage: { mock: shop, for: 10m } # the second
`;

describe('the text of a scenario', () => {
  it('gets values of variables with the types that they had', () => {
    const values = { server: 'a b', for: '30m', count: '7', url: 'http://b', open: 'false' };
    expect(withValues(text, values)).toBe(
      text
        .replace('server: shop', "server: 'a b'")
        .replace('for: 2h', 'for: 30m')
        .replace('count: 3', 'count: 7')
        .replace("'http://a'", "'http://b'")
        .replace('open: true', 'open: false'),
    );
    expect(withValues(text, { unknown: 'x' })).toBe(text);
    // A text that looks like another type stays a text.
    expect(withValues(text, { server: 'true' })).toContain("server: 'true'");
    expect(withValues(text, { server: "it's" })).toContain("server: 'it''s'");
  });

  it('gets a seed', () => {
    const seeded = withSeed(text, 7);
    expect(seeded).toBe(text.replace('a comment\n', 'a comment\nseed: 7\n'));
    expect(withSeed(seeded, 8)).toBe(seeded.replace('seed: 7', 'seed: 8'));
  });

  it('has outages whose times are variables, values or absent', () => {
    const [first, second] = outagesIn(text);
    expect(first).toMatchObject({ start: { variable: 'after' }, duration: { variable: 'for' } });
    expect(second).toMatchObject({ start: null, duration: { variable: null } });
    const { path = [] } = second?.duration ?? {};
    expect(withValueAt(text, path, '20m')).toBe(text.replace('for: 10m', 'for: 20m'));
  });

  it.each(['', 'a: [', '- 1', 'when: 3'])('of %j has no outages', (invalid) => {
    expect(outagesIn(invalid)).toEqual([]);
    expect(withValues(invalid, { a: 'b' })).toBe(invalid);
  });
});
