/** Changes values in the text of a scenario, and leaves everything else as it is written. Pure. */
import { isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { yamlLimit } from '#shared/scenarios/yaml-limits.ts';

type Path = readonly (string | number)[];

interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const documentOf = (text: string) =>
  yamlLimit(text).problem === null
    ? parseDocument(text, { strict: false, uniqueKeys: false, logLevel: 'silent' })
    : null;

type Parsed = NonNullable<ReturnType<typeof documentOf>>;

function scalarAt(document: Parsed, path: Path): Scalar | null {
  const node: unknown = document.getIn(path, true);
  return isScalar(node) ? node : null;
}

function changed(text: string, changes: readonly Change[]): string {
  return changes
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (before, { from, to, text: value }) => before.slice(0, from) + value + before.slice(to),
      text,
    );
}

const changeOf = ({ range }: Pick<Node, 'range'>, text: string): readonly Change[] =>
  range == null ? [] : [{ from: range[0], to: range[1], text }];

/** Readable without quotes by every parser, also within brackets. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w.-]*$|^\d+(\.\d+)?(ms|s|m|h|d)$/.test(text) &&
  !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);

/** As YAML, with the type of the value that it replaces. */
function yamlValue(text: string, before: unknown): string {
  const trimmed = text.trim();
  if (typeof before === 'number' && /^-?\d+(\.\d+)?$/.test(trimmed)) return trimmed;
  if (typeof before === 'boolean' && /^(true|false)$/.test(trimmed)) return trimmed;
  return isPlain(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Writes values of variables as their defaults, such as those of a run. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  const document = documentOf(text);
  if (document === null) return text;
  return changed(
    text,
    Object.entries(values).flatMap(([name, value]) => {
      const scalar =
        scalarAt(document, ['variables', name]) ??
        scalarAt(document, ['variables', name, 'default']);
      return scalar === null ? [] : changeOf(scalar, yamlValue(value, scalar.value));
    }),
  );
}

export function withSeed(text: string, seed: number): string {
  const document = documentOf(text);
  if (document === null) return text;
  const known = scalarAt(document, ['seed']);
  if (known !== null) return changed(text, changeOf(known, String(seed)));
  return text.replace(/^(name:.*)$/m, `$1\nseed: ${seed}`);
}

/** A time in a step, as written: with a variable, or as a value. */
interface WrittenTime {
  readonly path: Path;
  /** Null for a value. */
  readonly variable: string | null;
}

export interface WrittenOutage {
  /** Null if the outage starts when the step before it ends. */
  readonly start: WrittenTime | null;
  readonly duration: WrittenTime | null;
}

function timeAt(document: Parsed, path: Path): WrittenTime | null {
  const value = scalarAt(document, path)?.value;
  if (typeof value !== 'string') return null;
  const [, variable = null] = /^\$\{(\w+)\}$/.exec(value) ?? [];
  return { path, variable };
}

/** The steps that start an outage, in the order of the file. */
export function outagesIn(text: string): readonly WrittenOutage[] {
  const document = documentOf(text);
  const steps: unknown = document?.get('when');
  if (document === null || !isSeq(steps)) return [];
  return steps.items.flatMap((step, index) =>
    isMap(step) && step.has('outage')
      ? [
          {
            start: timeAt(document, ['when', index, 'at']),
            duration: timeAt(document, ['when', index, 'outage', 'for']),
          },
        ]
      : [],
  );
}

/** Replaces one value. */
export function withValueAt(text: string, path: Path, value: string): string {
  const document = documentOf(text);
  const scalar = document && scalarAt(document, path);
  return scalar === null ? text : changed(text, changeOf(scalar, yamlValue(value, scalar.value)));
}
