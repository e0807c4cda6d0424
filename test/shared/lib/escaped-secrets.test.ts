/** Secrets that a receiver repeats with escapes are found, and only they are replaced. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textLevels } from '#shared/lib/escaped-text.ts';
import { createRedaction } from '#shared/lib/redaction.ts';
import { redactSecretsOf } from '#shared/scenario/secret-values.ts';
import { escapes } from '#test/support/escapes.ts';

const secret = `Pq/7+x=="Zé'<&>`;
const variables = { key: secret };
const ofRun = redactSecretsOf({ variables, secretVariables: { key: 'KEY' } });

describe('an escaped secret', () => {
  it.each(Object.entries(escapes))('is redacted: %s', (_, escaping) => {
    const around = ['{"a":"\\/\\u002b &amp; %2B ', ' \\" &#x2F; é\\\\"}'] as const;
    const text = around.join(escaping(secret));
    const redaction = createRedaction([secret]);
    expect(redaction.text(text)).toBe(around.join('[redacted]'));
    expect(redaction.hasKnown(text)).toBe(true);
    expect(ofRun(text)).toBe(around.join('(key)'));
  });

  const uniform = Object.entries(escapes).filter(([name]) => name !== 'some characters');
  it.each(uniform)('is redacted if it looks escaped: %s', (_, escaping) => {
    for (const value of ['ab%2Fcd"ef/', 'a\\u002fb"c/d', 'x&amp;y"/z&lt;1', 'a\\b\\\\c/d\\'])
      expect(createRedaction([value]).text(`<${escaping(value)}>`)).toBe('<[redacted]>');
  });

  it.each(Object.entries(escapes))('is redacted in Base64: %s', (_, escaping) => {
    const base64 = Buffer.from('??>>é?~secret').toString('base64');
    const redacted = createRedaction(['??>>é?~secret']).text(`<${escaping(base64)}>`);
    expect(redacted).toContain('[redacted]');
    expect(redacted.length).toBeLessThan(40);
  });

  it('is redacted with any mix of escapes', () => {
    const kinds = Object.values(escapes);
    const characters = fc.constantFrom(...'abXY0189-_.~+/=!$"\'<>&{}() é€😀');
    const parts = fc.array(
      fc.tuple(
        characters,
        fc.constantFrom((text: string) => text, ...kinds),
      ),
      {
        minLength: 8,
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(parts, (list) => {
        const value = list.map(([character]) => character).join('');
        const escaped = list.map(([character, escaping]) => escaping(character)).join('');
        expect(createRedaction([value]).text(`<a>${escaped}<b>`)).toBe('<a>[redacted]<b>');
      }),
      { numRuns: 200 },
    );
  });

  it('is redacted where another one begins', () => {
    const redaction = createRedaction(['first/second', 'second/third']);
    expect(redaction.text('a first\\/second&#47;third b')).toBe('a [redacted] b');
  });

  it('in bytes leaves the others as they are', () => {
    const raw = `\x00\xff\\u00e9 ${escapes['json of PHP']?.('Pq/7+x==')} \xfe%ff`;
    const value = { text: null, base64: btoa(raw), byteLength: raw.length, truncated: false };
    const { base64 } = createRedaction(['Pq/7+x==']).bytes(value);
    expect(atob(base64 ?? '')).toBe('\x00\xff\\u00e9 [redacted] \xfe%ff');
  });
});

describe('a text', () => {
  it.each(['\\', '\\\\u', '\\u005c', '&#', '&amp;', '&#38;#38;', '%25', '%C3', '%C3%A9', '\\/'])(
    'with many of %s is read a few times, each time at most as much',
    (part) => {
      const text = part.repeat(100_000);
      const levels = textLevels(text);
      expect(levels.length).toBeLessThan(9);
      for (const level of levels) {
        expect(level.text.length).toBeLessThanOrEqual(text.length);
        expect(level.original(level.text.length)).toBe(text.length);
      }
      expect(createRedaction([secret]).text(text) === text).toBe(true);
    },
  );

  it.each(['plain {"a":["b"]} text', 'C:\\Users', '100 % & more', '&#x110000; &unknown; %C3%C3'])(
    'without escapes is searched once: %s',
    (text) => {
      expect(textLevels(text)).toHaveLength(1);
    },
  );
});
