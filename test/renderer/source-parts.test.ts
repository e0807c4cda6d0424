import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neighborOf } from '#renderer/kit/data/listing.ts';
import { addedTags } from '#renderer/places/connections/destinations/editor/routing-cards.tsx';
import { snippetsFor } from '#renderer/places/connections/sources/snippets.ts';
import { newWriteKey } from '#renderer/places/connections/sources/source-actions.ts';
import { lastDay, usageText } from '#renderer/places/connections/sources/source-pane.tsx';
import { WriteKey } from '#shared/connections/source.ts';

describe('a snippet', () => {
  const endpoint = 'http://127.0.0.1:8377';

  it('contains the endpoint and the key, in every language', () => {
    const snippets = snippetsFor(endpoint, 'abc123');
    expect(snippets.map(({ id }) => id)).toEqual(['node', 'browser', 'go', 'python', 'curl']);
    for (const { code } of snippets) {
      expect(code).toContain('abc123');
      expect(code).toContain(endpoint);
    }
  });

  it('is safe to paste with any characters in the key', () => {
    const [node, , , , curl] = snippetsFor(endpoint, `a'b"c\\d$e`);
    expect(node?.code).toContain(String.raw`"a'b\"c\\d$e"`);
    expect(curl?.code).toContain(String.raw`-u 'a'\''b"c'\\'d$e:'`);
  });
});

describe('a new write key', () => {
  it('is valid, and has only letters and digits', () => {
    const key = newWriteKey();
    expect(WriteKey.parse(key)).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(newWriteKey()).not.toBe(key);
  });

  it('discards bytes that would favor some letters', () => {
    let call = 0;
    const key = newWriteKey((count) => new Uint8Array(count).fill(call++ === 0 ? 255 : 0));
    expect(key).toBe('A'.repeat(32));
  });
});

describe('the selection after a deletion', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  it.each([
    ['a', 'b'],
    ['c', 'b'],
    ['x', undefined],
  ])('of %s is %s', (gone, shown) => {
    expect(neighborOf(items, gone)).toBe(shown);
  });
  it('is empty after the last one', () => {
    expect(neighborOf([{ id: 'a' }], 'a')).toBeUndefined();
  });
});

describe('tags', () => {
  it('are split by line, without empty ones and duplicates', () => {
    expect(addedTags(['A'], ' B \r\n\nA\nC, D')).toEqual(['A', 'B', 'C, D']);
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (tags, text) => {
        const all = addedTags([...new Set(tags)], text);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('the last day of a source', () => {
  const hour = 3_600_000;
  const now = 100 * hour + 1_234;

  it('has 24 hours including the current one, and hours without messages', () => {
    const hours = lastDay([{ hourAt: 100 * hour, accepted: 3 }], now);
    expect(hours).toHaveLength(24);
    expect(hours.at(-1)).toEqual({ hourAt: 100 * hour, accepted: 3 });
    expect(hours[0]).toEqual({ hourAt: 77 * hour, accepted: 0 });
  });

  it('is summarized', () => {
    expect(usageText(lastDay([], now))).toBe('None in the last 24 h');
    const hours = [
      { hourAt: 99 * hour, accepted: 1_000 },
      { hourAt: 100 * hour, accepted: 3 },
    ];
    expect(usageText(lastDay(hours, now))).toBe('1,003 in the last 24 h, up to 1,000 per hour');
  });
});
