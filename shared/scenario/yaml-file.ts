/** Parses YAML and keeps positions. YAML 1.2, core schema: `yes` and `10:00` are text. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { exactYamlTags } from '../lib/exact-yaml.ts';
import { formatCount } from '../lib/format.ts';
import type { Place } from '../schemas/scenario/report.ts';
import { problemAt, type ScenarioProblem } from './problem.ts';

export type Path = readonly (string | number)[];

/** Replaces variables in a text; a text that is only a variable becomes its value. */
export type Insert = (text: string, path: Path) => unknown;

export interface YamlFile {
  readonly file: string;
  /** Errors that make the content unreliable. */
  readonly syntax: readonly ScenarioProblem[];
  /** Other errors. */
  readonly problems: readonly ScenarioProblem[];
  /** Start of the value at the path, or of its closest existing parent. */
  readonly placeOf: (path: Path) => Place;
  readonly placeOfKey: (path: Path) => Place;
  /** Whether the text has no quotes and a comment follows on the same line. */
  readonly isCutByComment: (path: Path) => boolean;
  /** Whether a key has neither a value nor a colon, as after a comma in a text without quotes. */
  readonly hasNoValue: (path: Path) => boolean;
  readonly toValue: (insert: Insert) => unknown;
}

/** Maximum nodes that aliases add. */
const maxAliasedNodes = 10_000;

const coreTag = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

const syntaxFixes: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put text with ": " in single quotes.',
  BLOCK_IN_FLOW: 'Put text with ": " in single quotes.',
  BAD_INDENT: 'Check the indentation, and put text with " #" in single quotes.',
  MULTIPLE_DOCS: 'Keep one scenario per file.',
  TAB_AS_INDENT: 'Use spaces.',
  MISSING_CHAR: 'Check quotes, commas and brackets.',
  UNEXPECTED_TOKEN: 'Put the text in single quotes.',
};

const scalarText = (node: unknown): string =>
  isScalar(node) ? String(node.source ?? node.value) : '';

const keyText = (pair: Pair): string => scalarText(pair.key);

export function readYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document: Document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: (a, b) => isScalar(a) && isScalar(b) && scalarText(a) === scalarText(b),
    customTags: exactYamlTags,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.max(0, offset));
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

  const syntax: ScenarioProblem[] = [];
  const problems: ScenarioProblem[] = [];
  for (const { code, message, pos } of document.errors)
    if (code === 'DUPLICATE_KEY')
      problems.push(
        problemAt(placeAt(pos[0]), 'duplicate_key', 'Duplicate key.', 'Remove one of them.'),
      );
    else
      syntax.push(
        problemAt(
          placeAt(pos[0]),
          'syntax',
          `Invalid YAML: ${message.split('\n')[0]?.replace(/\.?$/, '.')}`,
          syntaxFixes[code] ?? 'Fix the syntax.',
        ),
      );
  if (document.directives?.yaml.version !== '1.2')
    syntax.push(
      problemAt(placeAt(0), 'syntax', 'Scenarios are YAML 1.2.', 'Remove the %YAML line.'),
    );

  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);

  /** The node at a path, with its pair; the closest existing parent if there is none. */
  function find(path: Path): { readonly node: unknown; readonly pair: Pair | undefined } {
    let node: unknown = document.contents;
    let pair: Pair | undefined;
    for (const part of path) {
      const parent = resolved(node);
      const next: unknown = isMap(parent)
        ? parent.items.find((item) => keyText(item) === String(part))
        : isSeq(parent)
          ? parent.items[Number(part)]
          : undefined;
      if (next === undefined || next === null) break;
      pair = isPair(next) ? next : undefined;
      node = isPair(next) ? (next.value ?? next.key) : next;
    }
    return { node, pair };
  }

  checkNodes(document.contents, problems, (node) => placeAt(offsetOf(node)));
  let aliased = 0;

  function toJson(node: unknown, path: Path, aliases: readonly unknown[], insert: Insert): unknown {
    if (aliases.length > 0) aliased += 1;
    if (aliased > maxAliasedNodes) return null;
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined || aliases.includes(target)) return null;
      return toJson(target, path, [...aliases, target], insert);
    }
    if (isMap(node)) return mapValue(node, path, aliases, insert);
    if (isSeq(node))
      return node.items.map((item, index) => toJson(item, [...path, index], aliases, insert));
    if (!isScalar(node)) return null;
    const { value } = node;
    return typeof value === 'string' ? insert(value, path) : value;
  }

  function mapValue(
    map: YAMLMap,
    path: Path,
    aliases: readonly unknown[],
    insert: Insert,
  ): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      map.items.map((pair) => {
        const key = keyText(pair);
        return [key, toJson(pair.value, [...path, key], aliases, insert)];
      }),
    );
  }

  return {
    file,
    syntax,
    problems,
    placeOf: (path) => placeAt(offsetOf(find(path).node)),
    placeOfKey: (path) => {
      const { node, pair } = find(path);
      return placeAt(offsetOf(pair?.key ?? node));
    },
    isCutByComment: (path) => {
      const { node } = find(path);
      if (!isScalar(node) || node.type !== 'PLAIN' || !node.range) return false;
      return /^[ \t]+#/.test(text.slice(node.range[1]));
    },
    hasNoValue: (path) => {
      const { pair } = find(path);
      return pair !== undefined && (pair.value === null || offsetOf(pair.value) === 0);
    },
    toValue: (insert) => {
      aliased = 0;
      return toJson(document.contents, [], [], insert);
    },
  };
}

/** Reports unsupported tags and keys, and aliases that are circular or expand to too many nodes. */
function checkNodes(
  contents: Node | null,
  problems: ScenarioProblem[],
  placeOf: (node: unknown) => Place,
): void {
  const anchors = new Map<string, Node>();
  const report = (node: unknown, code: 'tag' | 'alias' | 'invalid', message: string, fix: string) =>
    problems.push(problemAt(placeOf(node), code, message, fix));

  /** Number of nodes after expanding aliases. */
  function sizeOf(node: unknown, ancestors: readonly Node[]): number {
    if (isPair(node)) return sizeOf(node.key, ancestors) + sizeOf(node.value, ancestors);
    if (!isNode(node)) return 1;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) return 1;
      if (!ancestors.includes(target)) return sizes.get(target) ?? 1;
      report(node, 'alias', `*${node.source} contains itself.`, 'Write it out.');
      return 1;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.tag !== undefined && !coreTag.test(node.tag) && isExplicit(node))
      report(node, 'tag', `YAML tags such as ${node.tag} are not supported.`, 'Remove it.');
    if (isMap(node))
      for (const { key } of node.items)
        if (!isScalar(key) || (isScalar(key) && key.value === '__proto__'))
          report(key, 'invalid', 'Keys must be text.', 'Use a text key.');
    const items = isMap(node) || isSeq(node) ? node.items : [];
    let size = 1;
    for (const item of items) size += sizeOf(item, [...ancestors, node]);
    sizes.set(node, size);
    return size;
  }
  const sizes = new Map<Node, number>();
  const isExplicit = (node: Node): boolean => node.tag?.startsWith('!') === true || isScalar(node);

  let nodeCount = 0;
  const count = (node: unknown): void => {
    nodeCount += 1;
    if (isPair(node)) {
      count(node.key);
      count(node.value);
    } else if (isMap(node) || isSeq(node)) for (const item of node.items) count(item);
  };
  count(contents);
  if (sizeOf(contents, []) - nodeCount > maxAliasedNodes)
    report(
      contents,
      'alias',
      'Aliases (*name) make this file too large.',
      `Use aliases for fewer than ${formatCount(maxAliasedNodes)} values.`,
    );
}
