/** Secrets that a receiver repeats with escapes are found, and only they are replaced. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedaction } from '#shared/deliveries/redaction.ts';
import { textLevels } from '#shared/kit/escaped-text.ts';
import { redactSecretsOf } from '#shared/scenarios/secret-values.ts';
import { escapes } from '#test/support/escapes.ts';

const secret = `Pq/7+x=="Zé€→∳'<&>`;
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

  const ofJson = ['json', 'json of PHP', 'json of Python', 'json of JavaScript with slashes'];
  it.each(ofJson)('is redacted in Base64 of JSON: %s', (name) => {
    const json = escapes[name]?.(secret) ?? '';
    const bits = (value: string) => Buffer.byteLength(value) * 8;
    for (const before of ['', '{"key":"', '{"a":1,"key":"', '{"key": "']) {
      const base64 = Buffer.from(`${before}${json}","after":true}`).toString('base64');
      for (const one of [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]) {
        const redacted = `${one.slice(0, Math.ceil(bits(before) / 6))}[redacted]`;
        const after = one.slice(Math.floor(bits(before + json) / 6));
        // The character that is partly of the secret may be the same if it ends there.
        expect([after, after.slice(1)].map((rest) => redacted + rest)).toContain(
          createRedaction([secret]).text(one),
        );
      }
    }
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

  /** As e-mails are written: in lines of at most 76 characters. */
  const quotedPrintable = (text: string): string =>
    Array.from(Buffer.from(text), (byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x3d
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join('');
  const emails: Readonly<Record<string, (text: string) => string>> = {
    quoted: quotedPrintable,
    'with line breaks': (text) => quotedPrintable(text).replaceAll(/[/+<]|=3D/g, '=\r\n$&=\n'),
    'of HTML': (text) => quotedPrintable(escapes['names in HTML']?.(text) ?? ''),
    'in JSON': (text) => JSON.stringify(quotedPrintable(text).replace('+', '=\r\n+')).slice(1, -1),
  };
  it.each(Object.entries(emails))('is redacted in an e-mail: %s', (_, escaping) => {
    expect(createRedaction([secret]).text(`a=3D ${escaping(secret)} =20b`)).toBe(
      'a=3D [redacted] =20b',
    );
  });

  const lines: Readonly<Record<string, (text: string) => string>> = {
    'of 76 characters': (base64) => base64.replaceAll(/.{76}(?=.)/g, '$&\r\n'),
    'of 64 characters, indented': (base64) => base64.replaceAll(/.{64}(?=.)/g, '$&\n  '),
    'of 60 characters, in JSON': (base64) => base64.replaceAll(/.{60}(?=.)/g, '$&\\n'),
    'of 60 characters, in HTML': (base64) => base64.replaceAll(/.{60}(?=.)/g, '$&&#13;&#10;'),
    'with spaces and empty lines': (base64) => base64.replaceAll(/.{60}(?=.)/g, '$& \r\r\n\n '),
    'with other line ends': (base64) => base64.replaceAll(/.{60}(?=.)/g, '$&\u2028\v'),
    'in JSON in JSON': (base64) => base64.replaceAll(/.{20}(?=.)/g, '$&\\\\r\\\\n'),
  };
  it.each(Object.entries(lines))('is redacted in Base64 in lines %s', (_, wrapping) => {
    const known = `${secret}${secret}`;
    const bits = (value: string) => Buffer.byteLength(value) * 8;
    for (const before of ['', 'p:', 'a '.repeat(35)]) {
      const base64 = Buffer.from(`${before}${known}é after`).toString('base64');
      const redacted = createRedaction([known]).text(wrapping(base64));
      expect(redacted.replaceAll(/\s|\\+[rn]|&#1[03];/g, '')).toBe(
        // The characters at both ends depend on the text around it, too.
        base64.slice(0, Math.ceil(bits(before) / 6)) +
          `[redacted]${base64.slice(Math.floor(bits(before + known) / 6))}`,
      );
    }
  });

  it.each(['\n', '\r\n', '\\n', '=\n'])('is redacted alone before a break as %j', (end) => {
    const known = Buffer.from(`${secret}${secret}`).toString('base64');
    const text = `key: ${known}${end}name: a${end}${known}${end}b`;
    const redacted = `key: [redacted]${end}name: a${end}[redacted]${end}b`;
    expect(createRedaction([known]).text(text)).toBe(redacted);
  });

  it.each(['toLowerCase', 'toUpperCase'] as const)('is redacted after %s', (changed) => {
    expect(createRedaction([secret]).text(`a ${secret[changed]()} b`)).toBe('a [redacted] b');
  });

  it('is redacted in HTML without semicolons', () => {
    const text = secret.replaceAll(/[^a-zA-Z\d](?!\d)/gu, (one) => `&#${one.codePointAt(0)}`);
    expect(createRedaction([secret]).text(`a ${text} b`)).toBe('a [redacted] b');
  });

  it('is redacted where another one begins', () => {
    const redaction = createRedaction(['first/second', 'second/third']);
    expect(redaction.text('a first\\/second&#47;third b')).toBe('a [redacted] b');
  });

  it('in bytes leaves the others as they are', () => {
    const raw = `\x00\xff\\u00e9 ${escapes['json of PHP']?.('Pq/7+x==')} \xfe%ff`;
    const value = { text: null, base64: btoa(raw), byteLength: raw.length, truncated: false };
    const { base64 } = createRedaction(['Pq/7+x==']).response({
      headers: [],
      body: value,
    }).body;
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
        expect(level.original(0, level.text.length)).toEqual({ start: 0, end: text.length });
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
