import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageSamples } from '#main/sending/samples/messages.ts';
import { completeMessage, jsonPlaceAt } from '#renderer/shell/send/editor/complete-message.ts';
import { positionText, readJson } from '#renderer/shell/send/editor/json-source.ts';
import { lintMessage } from '#renderer/shell/send/editor/lint-message.ts';

const sentences = (message: unknown): readonly string[] =>
  lintMessage(JSON.stringify(message)).map((problem) => problem.message);

describe('the JSON parser', () => {
  it('accepts what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(readJson(text).root?.value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('rejects what JSON.parse rejects, with a position within the text', () => {
    const almost = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '[', ':', '0', "'", 'x', '\\'))
      .map(([json, at, put]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + 1);
      });
    fc.assert(
      fc.property(almost, (text) => {
        const { problem } = readJson(text);
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect(problem === null).toBe(valid);
        if (problem === null) return;
        expect(problem.from).toBeGreaterThanOrEqual(0);
        expect(problem.to).toBeGreaterThanOrEqual(problem.from);
        expect(problem.to).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a": 1 "b": 2}', 'Missing comma before this member.', 'line 1, column 9'],
    ['{\n "a": 1,\n}', 'Remove the comma before }.', 'line 2, column 8'],
    ['{"a": 1', 'Missing closing }.', 'line 1, column 1'],
    ["{'a': 1}", 'Expected a name in double quotes.', 'line 1, column 2'],
    ['{"a": yes}', "yes isn't JSON. Put strings in double quotes.", 'line 1, column 7'],
    ['{"a": "b}', 'Missing closing ".', 'line 1, column 7'],
    ['{"a" 1}', 'Missing colon after "a".', 'line 1, column 2'],
    ['', 'Missing value.', 'line 1, column 1'],
  ])('describes the error in %j', (text, message, place) => {
    const { problem } = readJson(text);
    expect(problem?.message).toBe(message);
    expect(positionText(text, problem?.from ?? -1)).toBe(place);
  });
});

describe('the checks of a message', () => {
  it('accept the samples', () => {
    for (const { message } of messageSamples) expect(sentences(message)).toEqual([]);
  });

  it.each([
    [{ userId: 'u' }, /^Missing type/],
    [{ type: 'click', userId: 'u' }, /^Invalid type\. Use one of identify, track/],
    [{ type: 'track', event: 'A' }, /^Provide userId or anonymousId/],
    [{ type: 'track', event: 'A', userId: '' }, /^Provide userId or anonymousId/],
    [{ type: 'track', userId: 'u' }, /^Missing event/],
    [{ type: 'track', userId: 'u', event: 7 }, /^event must be a string/],
    [{ type: 'group', userId: 'u' }, /^Missing groupId/],
    [{ type: 'alias', userId: 'u' }, /^Missing previousId/],
    [{ type: 'identify', userId: 'u', traits: [] }, /^traits must be an object/],
    [{ type: 'page', userId: 'u', timestamp: 'yesterday' }, /^timestamp can't be parsed/],
    [{ type: 'track', userId: 'u', event: 'A', traits: {} }, /It's a field of identify, group/],
    [{ type: 'track', userId: 'u', event: 'A', total: 1 }, /Move it to properties/],
    [{ type: 'page', userId: 'u', integrations: { webhooks: false } }, /"Webhooks"/],
  ])('name the field and the fix in %j', (message, expected) => {
    const found = sentences(message);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  it('treat null as absent, and accept numbers as IDs', () => {
    expect(sentences({ type: 'page', userId: 7, anonymousId: null, name: null })).toEqual([]);
  });

  it('check the maximum size of a message', () => {
    const message = { type: 'page', userId: 'u', properties: { a: 'x'.repeat(33_000) } };
    expect(sentences(message)[0]).toMatch(/32,768/);
  });

  it('warn that only the last of two equal names counts', () => {
    const text = '{"type":"page","userId":"a","userId":"b"}';
    expect(lintMessage(text)).toMatchObject([{ from: 28, to: 36, severity: 'warning' }]);
  });
});

/** `|` marks the caret. */
const offered = (marked: string): readonly string[] => {
  const position = marked.indexOf('|');
  const text = marked.replace('|', '');
  const word = /"?[\w$.-]*$/.exec(text.slice(0, position))?.[0] ?? '';
  return completeMessage(text, position, position - word.length).map(
    ({ label, insert }) => insert ?? label,
  );
};

describe('the suggestions of the editor', () => {
  it('are the fields of the message type', () => {
    expect(offered('{"type": "group", "gr|')).toContain('"groupId": ');
    expect(offered('{"type": "group", |}')).not.toContain('"event": ');
    expect(offered('{"type": "track", |}')).toContain('"properties": {}');
  });

  it('are generated values inside of properties', () => {
    expect(offered('{"type": "track", "properties": {"id": |')).toContain('"{uuid}"');
    expect(offered('{"type": "track", "userId": |')).toContain('"{n}"');
    expect(offered('{"type": |')).not.toContain('"{n}"');
  });

  it('omit existing fields', () => {
    expect(offered('{"type": "track", "event": "A", "|')).not.toContain('"event": ');
    expect(offered('{"context": {"ip": "::1", "|')).not.toContain('"ip": ');
  });

  it('are the six types as the value of type', () => {
    expect(offered('{"type": "|')).toEqual([
      '"identify"',
      '"track"',
      '"page"',
      '"screen"',
      '"group"',
      '"alias"',
    ]);
  });

  it('add no second quote', () => {
    expect(offered('{"|"}')).toContain('"event');
    expect(offered('{"type": "|"}')).toContain('"track');
  });

  it('are known names within context, and none within properties', () => {
    expect(offered('{"context": {"page": {"|')).toContain('"url": ');
    expect(offered('{"properties": {"|')).toEqual([]);
  });

  it('are empty within text and after a value', () => {
    expect(offered('{"event": "Order |')).toEqual([]);
    expect(offered('{"event": "Order" |')).toEqual([]);
  });

  it('work after arrays and nested objects', () => {
    const text = '{"a": [{"b": 1}, {"c": "}"}], "d": ';
    expect(jsonPlaceAt(text, text.length)).toEqual({
      path: ['d'],
      expects: 'value',
      taken: ['a', 'd'],
    });
  });
});
