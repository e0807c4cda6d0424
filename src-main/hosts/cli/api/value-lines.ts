/** Values for a terminal: lists as tables, others as YAML. */
import { stringify } from 'yaml';
import { isJsonObject } from '#shared/kit/exact-json.ts';
import { exactYamlTags } from '#shared/kit/exact-yaml.ts';
import { counted } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';

const maxCellLength = 40;

type Row = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown): boolean => !isJsonObject(value) && !Array.isArray(value);

/** In characters, since a unit of text may be half of one. */
function cellOf(value: unknown): readonly string[] {
  const characters = [...visibleLine(isScalar(value) ? String(value ?? '') : '')];
  return characters.length > maxCellLength
    ? [...characters.slice(0, maxCellLength - 1), '…']
    : characters;
}

/** Leaves out columns without values, and those that don't fit into the width. */
function tableLines(rows: readonly Row[], width: number): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names
    .map((name) => [[...name], ...rows.map((row) => cellOf(row[name]))])
    .filter(([, ...cells]) => cells.some((cell) => cell.length > 0))
    .map((cells) => {
      const length = Math.max(...cells.map((cell) => cell.length));
      return cells.map((cell) => cell.join('') + ' '.repeat(length - cell.length));
    });
  let end = 0;
  const shown = columns.filter(([name = '']) => {
    end += name.length + 2;
    return end - 2 <= width;
  });
  const leftOut = columns.length - shown.length;
  return [
    ...['', ...rows].map((_, line) =>
      shown
        .map((cells) => cells[line])
        .join('  ')
        .trimEnd(),
    ),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'more column')}: add --json.`]),
  ];
}

export function valueLines(value: unknown, width: number): readonly string[] {
  if (isJsonObject(value) && Array.isArray(value.items) && 'nextCursor' in value)
    return [
      ...valueLines(value.items, width),
      ...(value.nextCursor === null ? [] : [`More: add cursor=${String(value.nextCursor)}.`]),
    ];
  if (!Array.isArray(value) || !value.every(isJsonObject))
    return stringify(value, { customTags: exactYamlTags, lineWidth: 0 }).trimEnd().split('\n');
  return value.length === 0 ? ['Nothing found.'] : tableLines(value, width);
}
