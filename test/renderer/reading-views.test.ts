import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeTokens } from '#renderer/ui/code-tokens.ts';
import { drawnLines } from '#renderer/ui/code-view.tsx';
import { hexRow } from '#renderer/ui/hex-view.tsx';
import { type JsonValue, jsonTreeRows, parentPath } from '#renderer/ui/json-tree.tsx';
import { indexAfterKey } from '#renderer/ui/list-keys.ts';
import { formatAge } from '#shared/kit/format.ts';

describe('highlighted JSON', () => {
  it('keeps every character of each line', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (line) =>
          codeTokens(line, 'json')
            .map((one) => one.text)
            .join('') === line,
      ),
    );
  });

  it('distinguishes names, strings, numbers and literals', () => {
    const kinds = codeTokens('"a": "b", 1.5e3, true', 'json').map((one) => one.kind);
    expect(kinds).toEqual(['key', 'plain', 'string', 'plain', 'number', 'plain', 'literal']);
    expect(codeTokens('"at": "09:41:07"', 'json').map((one) => one.text)).toEqual([
      '"at"',
      ': ',
      '"09:41:07"',
    ]);
  });

  it('distinguishes strings, comments, keywords and numbers of other languages', () => {
    const colored = (line: string) =>
      codeTokens(line, 'code')
        .filter(({ kind }) => kind !== 'plain')
        .map(({ kind, text }) => `${kind} ${text}`);
    expect(colored("return get('http://a') # 1")).toEqual([
      'keyword return',
      "string 'http://a'",
      'comment # 1',
    ]);
    expect(colored('var key = nil; // 20')).toEqual([
      'keyword var',
      'literal nil',
      'comment // 20',
    ]);
    expect(colored('#[derive(Debug)] 5')).toEqual(['number 5']);
  });
});

describe('long text', () => {
  it('is shown completely, without a line long enough to freeze the window', () => {
    const text = `${'x'.repeat(5000)}\nshort`;
    const lines = drawnLines(text);
    expect(lines.map((line) => line.text.length)).toEqual([2000, 2000, 1000, 5]);
    expect(lines.map((line) => line.number)).toEqual([1, undefined, undefined, 2]);
  });
});

describe('a JSON tree', () => {
  const value: JsonValue = { a: { b: [1, 2] }, 'x/y': null };

  it('expands shallow levels, and identifies each row by a JSON Pointer', () => {
    expect(jsonTreeRows(value, new Set()).map((row) => row.path)).toEqual([
      '',
      '/a',
      '/a/b',
      '/a/b/0',
      '/a/b/1',
      '/x~1y',
    ]);
    expect(parentPath('/a/b/1')).toBe('/a/b');
  });

  it('hides the content of a collapsed branch', () => {
    expect(jsonTreeRows(value, new Set(['/a'])).map((row) => row.path)).toEqual([
      '',
      '/a',
      '/x~1y',
    ]);
  });

  it('starts with long arrays collapsed', () => {
    const rows = jsonTreeRows({ list: Array.from({ length: 1000 }, () => 0) }, new Set());
    expect(rows).toHaveLength(2);
  });
});

describe('a hex dump', () => {
  it('shows offset, bytes in groups of eight, and ASCII', () => {
    const row = hexRow(new TextEncoder().encode('0123456789abcdef{"é'), 1, 16);
    expect(row.offset).toBe('000010');
    expect(row.hex.trim()).toBe('7b 22 c3 a9');
    expect(row.ascii).toBe('{"··');
  });
});

describe('keyboard navigation in a list', () => {
  it('stays within the list', () => {
    expect(indexAfterKey('j', 9, 10, 5)).toBe(9);
    expect(indexAfterKey('PageUp', 2, 10, 5)).toBe(0);
    expect(indexAfterKey('End', 0, 10, 5)).toBe(9);
    expect(indexAfterKey('k', -1, 10, 5)).toBe(0);
  });

  it('ignores other keys and empty lists', () => {
    expect(indexAfterKey('x', 0, 10, 5)).toBeUndefined();
    expect(indexAfterKey('j', -1, 0, 5)).toBeUndefined();
  });
});

describe('relative time', () => {
  it('is short, in one unit, and distinguishes past from future', () => {
    const now = 1_000_000_000;
    expect(formatAge(now - 1000, now)).toBe('now');
    expect(formatAge(now - 48_000, now)).toBe('48 s');
    expect(formatAge(now - 6 * 3_600_000, now)).toBe('6 h');
    expect(formatAge(now + 200_000, now)).toBe('+3 min');
  });
});
