/** Writes a scenario as YAML. */
import { stringify } from 'yaml';
import { compactDuration } from '#shared/kit/duration.ts';
import { exactYamlTags } from '#shared/kit/exact-yaml.ts';

/** A longer line is written as a block. */
const maxLineLength = 120;

const options = {
  version: '1.2',
  compat: 'yaml-1.1',
  customTags: exactYamlTags,
  lineWidth: 0,
  singleQuote: true,
} as const;

const durationNames: Readonly<Record<string, string>> = {
  atMs: 'at',
};

/** Durations have units in a file. Not applied to nested values, such as message bodies. */
export const withDurations = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => {
      const name = durationNames[key];
      return name !== undefined && typeof value === 'number'
        ? [name, compactDuration(value).replaceAll(' ', '')]
        : [key, value];
    }),
  );

/** An item on one line if it fits. */
export function itemText(value: unknown): string {
  const line = stringify(value, { ...options, collectionStyle: 'flow' }).trimEnd();
  const isShort = line.length <= maxLineLength && !line.includes('\n');
  return isShort ? line : stringify(value, options).trimEnd();
}

const indented = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`)
    .join('\n');

const listText = (items: readonly string[]): string =>
  items.map((item) => `${indented(item, '  - ', '    ')}\n`).join('');

export interface ScenarioParts {
  readonly name: string;
  readonly clock: object;
  readonly variables: Readonly<Record<string, object>>;
  readonly given: Readonly<Record<string, readonly unknown[]>>;
  /** As `itemText` writes them. */
  readonly steps: readonly string[];
}

export function scenarioText(
  { name, clock, variables, given, steps }: ScenarioParts,
  expectations: readonly string[],
): string {
  const section = (key: string, value: object): string =>
    Object.keys(value).length === 0 ? '' : `${key}: ${itemText(value)}\n`;
  const declared = Object.entries(variables).map(
    ([variable, value]) => `  ${variable}: ${itemText(value)}\n`,
  );
  const setup = Object.entries(given).flatMap(([noun, items]) =>
    items.length === 0
      ? []
      : [`  ${noun}:\n${indented(listText(items.map(itemText)).trimEnd(), '  ', '  ')}\n`],
  );
  return [
    '# Made of deliveries by Hookwright.\n',
    `scenario: 1\nname: ${itemText(name)}\n`,
    section('clock', clock),
    declared.length === 0 ? '' : `variables:\n${declared.join('')}`,
    setup.length === 0 ? '' : `given:\n${setup.join('')}`,
    `when:\n${listText(steps)}`,
    expectations.length === 0 ? '' : `then:\n${listText(expectations)}`,
  ].join('');
}
