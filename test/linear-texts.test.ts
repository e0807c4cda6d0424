/** Texts of others for which a pattern of the program would take quadratic time: minutes for each of these (D62). */

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { filterResponseHeads } from '#main/kit/http-client/response-heads.ts';
import { idRanges } from '#main/scenarios/expect/report-text.ts';
import { messagesIn } from '#main/scenarios/fixture.ts';
import { createTextWriter } from '#main/sending/placeholders.ts';
import { rewritingOf } from '#main/signatures/json/rewriting.ts';
import { formBodyMistakes } from '#main/signatures/mistakes/form-body-mistakes.ts';
import { bodyOf } from '#main/signatures/mistakes/mistake.ts';
import type { ContentScheme } from '#main/signatures/signing/profile-signature.ts';
import { signaturesIn } from '#main/signatures/signing/received-signature.ts';
import { createRedaction } from '#shared/deliveries/redaction.ts';
import { durationPattern, parseDuration } from '#shared/kit/duration.ts';
import { compareNumbers, ExactNumber, numberMeaning } from '#shared/kit/exact-json.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { Duration } from '#shared/scenarios/schema/values.ts';
import { readYaml } from '#shared/scenarios/yaml-file.ts';

const length = 1_000_000;

it('spaces inside a text are kept, and those around it are marked', () => {
  const spaces = ' '.repeat(length);
  expect(visibleText(`a${spaces}b`)).toHaveLength(length + 2);
  expect(visibleText('  a ')).toBe('‹SP›‹SP›a‹SP›');
});

it('line breaks in JSON are not indentation', () => {
  const lines = '\n'.repeat(length);
  expect(rewritingOf('{"a":1}', `{"a":${lines}1}`)).not.toContain('indented');
  expect(rewritingOf('{"a":1}', '{\n  "a":1\n}')).toContain('indented');
});

it('digits in an ID are not a number unless they end it', () => {
  const id = `${'0'.repeat(length)}x`;
  expect(idRanges([id])).toBe(id);
  expect(idRanges(['o-1', 'o-2', 'o-4'])).toBe('o-1 to o-2, o-4');
});

describe('a header that follows a template', () => {
  const schemeOf = (value: string, entry = '{signature}') => ({
    ...{ kind: 'hmac', hash: 'sha256', header: 'X-S', content: '{body}', value, entry },
    ...{ separator: null, encoding: 'hex', keyForm: 'text', keyPrefix: '', batches: 'whole' },
  });
  const read = (template: string, value: string) =>
    signaturesIn(schemeOf(template) as ContentScheme, value);

  it.each([
    ['{signatures}', 'ab', ['ab']],
    ['t={timestamp},{signatures}', 't=1,v1=a,v1=b', ['v1=a,v1=b']],
    ['{signatures};{timestamp}', 'a;b;c', ['a']],
    ['sha1={signatures}', 'sha256=a', []],
    ['<{signatures}>', '<a><b>', ['a><b']],
    ['a{signatures}a', 'a', []],
    ['{timestamp}{signatures}', 'ab', ['ab']],
  ] as const)('is read as the shortest parts: %s, %s', (template, value, expected) => {
    expect(read(template, value)).toEqual(expected);
  });

  it('is divided once, not in all possible ways', () => {
    const template = `{signatures}${',{timestamp}'.repeat(9)}.`;
    expect(read(template, ','.repeat(length))).toEqual([]);
  });
});

describe('a duration', () => {
  it.each(['!', 's', '+1 s!'])('is no long text: spaces, %s', (end) => {
    const text = `${' '.repeat(length)}${end}`;
    expect(parseDuration(text)).toBeNull();
    expect(Duration.safeParse(text).error?.issues).toHaveLength(1);
    expect(durationPattern.test(text)).toBe(false);
  });

  it('may have spaces around it', () => {
    expect(['  + 1 min 30s ', ' 5 s'].map(parseDuration)).toEqual([90_000, 5_000]);
    expect(Duration.parse(' +30m')).toBe(1_800_000);
  });
});

describe('the head of a response', () => {
  const filtered = (text: string): string => {
    const socket = { read: () => Buffer.from(text) } as unknown as Socket;
    filterResponseHeads(socket);
    return String(socket.read());
  };
  const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\nhi`;

  it.each([
    ['an invalid length', `Content-Length:${' '.repeat(length)}x`],
    ['equal lengths', `Content-Length: 2\r\nContent-Length: 2\r\nX: ${'a'.repeat(16_384)}`],
  ])('is passed on as it is beyond the limit: %s', (_, lines) => {
    expect(filtered(head(lines)) === head(lines)).toBe(true);
  });

  it('has one length', () => {
    expect(filtered(head('content-length:\t2 , 2\r\nA: b\r\nContent-Length: 2'))).toBe(
      head('A: b\r\nContent-Length: 2'),
    );
  });
});

describe('a number', () => {
  const nines = '9'.repeat(length);

  it('with a long exponent is compared with others', () => {
    const sorted = [
      `-1e${nines}8`,
      `-1e${nines}`,
      `-1e-${nines}`,
      `1e-${nines}`,
      '1e9',
      `1e${nines}`,
    ].map((text) => new ExactNumber(text));
    for (const [index, one] of sorted.entries())
      for (const [other, two] of sorted.entries())
        expect(Math.sign(compareNumbers(one, two))).toBe(Math.sign(index - other));
    expect(numberMeaning(`1.0e+000${nines}`) === numberMeaning(`1e${nines}`)).toBe(true);
  });

  it.each(['x', 'o'])('of another base has up to 100 digits: 0%s', (base) => {
    const { syntax } = readYaml('x.yaml', `a: 0${base}${'7'.repeat(length)}\n`);
    expect(syntax).toMatchObject([{ line: 1, message: expect.stringContaining('100 digits') }]);
    expect(readYaml('x.yaml', `a: 0${base}${'7'.repeat(100)}\n`).syntax).toEqual([]);
  });
});

it.each([
  [`${'='.repeat(length)}"`, false],
  ['a[]=1', false],
  ['a=[1]', true],
  ['a', false],
])('a form has no quotes, and brackets in values only', (text, isForm) => {
  const changed = formBodyMistakes.flatMap(({ change }) => change(bodyOf(text)));
  expect(changed.length > 0).toBe(isForm);
});

describe('a fixture', () => {
  const message = '{"type":"track"}';

  it('has objects in lines, with any space between them', () => {
    const space = '\n'.repeat(length);
    expect(() => messagesIn(`${message}${space}x`, 'f.json')).toThrow('f.json is not valid JSON');
    expect(messagesIn(`\n${message} \r\n \n ${message}\n`, 'f.json')).toHaveLength(2);
    const separator = '{"type":"track","event":"a\u2028b"}';
    expect(messagesIn(`${separator}\n${separator}`, 'f.json')).toHaveLength(2);
  });
});

it('spaces in a payload are no placeholder', () => {
  const write = (text: string) =>
    createTextWriter(text, {
      clock: { now: () => 1_000 },
      random: { bytes: (count: number) => new Uint8Array(count) } as never,
    })(1);
  const spaces = ' '.repeat(length);
  expect(write(`{"a":${spaces}1}`)).toHaveLength(length + 7);
  expect(write(`{"a":${spaces}"{now:s}"${spaces}}`)).toHaveLength(2 * length + 7);
  expect(write('{"{now:s}" : ["{now:s}", "{now:s} s"]}')).toBe('{"1" : [1, "1 s"]}');
});

describe('a response', () => {
  const redaction = createRedaction([]);

  it.each([':\\/\\/', ':\\/\\/\\u0026', '://', ':', 'a.'])(
    'with many URLs, or almost: %s',
    (part) => {
      const text = `.${part}`.repeat(length / 10);
      expect(redaction.text(text) === text).toBe(true);
    },
  );

  it('keeps the punctuation after a URL', () => {
    const secret = 'http:\\/\\/a.example\\/?token=abcdefgh';
    const redacted = 'http:\\/\\/a.example\\/?token=%5Bredacted%5D';
    for (const end of ['', '.', '!?)', '\\/', '\\u0026', '.\\u0026:\\/\\/', '",'])
      expect(redaction.text(`(${secret}${end}`)).toBe(`(${redacted}${end}`);
  });
});
