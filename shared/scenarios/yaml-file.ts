/** Parses YAML and keeps positions. YAML 1.2, core schema: `yes` and `10:00` are text. */
import {
  type Alias,
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
import { limitedSuggestions, type Suggest } from '#shared/kit/closest-name.ts';
import { exactYamlTags } from '#shared/kit/exact-yaml.ts';
import { formatCount } from '#shared/kit/format.ts';
import { withoutStacks } from '#shared/kit/without-stacks.ts';
import { maxProblems, problemAt, type ScenarioProblem, ScenarioTooLarge } from './problem.ts';
import type { Place } from './schema/report.ts';
import { yamlLimit } from './yaml-limits.ts';

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
  /** Throws a ScenarioTooLarge. */
  readonly toValue: (insert: Insert) => unknown;
  /** Adds a text to what the files expand to. Throws a ScenarioTooLarge. */
  readonly count: (text: string, path: Path) => void;
  /** Suggests a name, for the first problems of the file. */
  readonly suggest: Suggest;
  /** Number of keys, values and list items, counted again for each alias. */
  readonly nodeCount: number;
}

/** Of the keys and values of all files of a scenario, with their variables and aliases, in each case (D62). */
const maxCharacters = 5_000_000;

/** What is left for the files of one scenario. */
export interface TextBudget {
  characters: number;
}

export const textBudget = (): TextBudget => ({ characters: maxCharacters });

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

/** Index of the pairs of a map by key; of a duplicate key, the first. */
const pairsOf = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

function pairAt(map: YAMLMap, key: string): Pair | undefined {
  const known = pairsOf.get(map);
  if (known !== undefined) return known.get(key);
  const pairs = new Map(map.items.toReversed().map((pair) => [keyText(pair), pair]));
  pairsOf.set(map, pairs);
  return pairs.get(key);
}

const parse = (text: string, lines: LineCounter): Document =>
  parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    // The package compares each key with each other one.
    uniqueKeys: false,
    customTags: exactYamlTags,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines,
  });

export function readYaml(file: string, text: string, budget = textBudget()): YamlFile {
  const lines = new LineCounter();
  const limit = yamlLimit(text);
  // A file beyond the limits is not built: only its problem is reported.
  const document = withoutStacks(() => parse(limit.problem === null ? text : '', lines));
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.max(0, offset));
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

  const syntax: ScenarioProblem[] = [];
  const problems: ScenarioProblem[] = [];
  if (limit.problem !== null)
    syntax.push(
      problemAt({ file, ...limit.problem.at }, 'syntax', limit.problem.message, limit.problem.fix),
    );
  for (const { code, message, pos } of document.errors.slice(0, maxProblems))
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

  const { targets, addedNodes } = checkNodes(document.contents, problems, (node) =>
    placeAt(offsetOf(node)),
  );
  const resolved = (node: unknown): unknown => (isAlias(node) ? targets.get(node) : node);

  /** The node at a path, with its pair; the closest existing parent if there is none. */
  function find(path: Path): { readonly node: unknown; readonly pair: Pair | undefined } {
    let node: unknown = document.contents;
    let pair: Pair | undefined;
    for (const part of path) {
      const parent = resolved(node);
      const next: unknown = isMap(parent)
        ? pairAt(parent, String(part))
        : isSeq(parent)
          ? parent.items[Number(part)]
          : undefined;
      if (next === undefined || next === null) break;
      pair = isPair(next) ? next : undefined;
      node = isPair(next) ? (next.value ?? next.key) : next;
    }
    return { node, pair };
  }

  const placeOf = (path: Path): Place => placeAt(offsetOf(find(path).node));

  function count({ length }: string, path: Path): void {
    budget.characters -= length;
    if (budget.characters < 0)
      throw new ScenarioTooLarge(
        problemAt(
          placeOf(path),
          'invalid',
          `The scenario has more than ${formatCount(maxCharacters)} characters, counting each use of variables and aliases in each case.`,
          'Use shorter values or fewer cases.',
        ),
      );
  }

  return {
    file,
    suggest: limitedSuggestions(),
    nodeCount: limit.nodes + Math.min(addedNodes, maxAliasedNodes),
    syntax,
    problems,
    placeOf,
    count,
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
    toValue: (insert) => writtenOut(document.contents, { targets, insert, count }),
  };
}

interface WriteTools extends Pick<YamlFile, 'count'> {
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly insert: Insert;
}

/** The value of a node, with its aliases. */
function writtenOut(contents: Node | null, { targets, insert, count }: WriteTools): unknown {
  let aliased = 0;

  function toJson(node: unknown, path: Path, aliases: readonly unknown[]): unknown {
    if (aliases.length > 0) aliased += 1;
    if (aliased > maxAliasedNodes) return null;
    if (isAlias(node)) {
      const target = targets.get(node);
      if (target === undefined || aliases.includes(target)) return null;
      return toJson(target, path, [...aliases, target]);
    }
    if (isMap(node))
      return Object.fromEntries(
        node.items.map((pair) => {
          const key = keyText(pair);
          const pathOfValue = [...path, key];
          count(key, pathOfValue);
          return [key, toJson(pair.value, pathOfValue, aliases)];
        }),
      );
    if (isSeq(node))
      return node.items.map((item, index) => toJson(item, [...path, index], aliases));
    if (!isScalar(node)) return null;
    count(scalarText(node), path);
    const { value } = node;
    return typeof value === 'string' ? insert(value, path) : value;
  }

  return toJson(contents, [], []);
}

/**
 * Reports unsupported tags and keys, and aliases that are circular or expand to too many nodes. Returns the number of
 * nodes that aliases add, and the target of each alias, which the package would search for in the whole document.
 */
function checkNodes(
  contents: Node | null,
  problems: ScenarioProblem[],
  placeOf: (node: unknown) => Place,
): { readonly targets: ReadonlyMap<Alias, Node>; readonly addedNodes: number } {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const sizes = new Map<Node, number>();
  let nodeCount = 0;
  const report = (
    node: unknown,
    code: 'tag' | 'alias' | 'invalid' | 'duplicate_key',
    message: string,
    fix: string,
  ) => {
    if (problems.length < maxProblems) problems.push(problemAt(placeOf(node), code, message, fix));
  };
  const isExplicit = (node: Node): boolean => node.tag?.startsWith('!') === true || isScalar(node);

  function checkKeys({ items }: YAMLMap): void {
    const keys = new Set<string>();
    for (const { key } of items) {
      if (!isScalar(key) || key.value === '__proto__')
        report(key, 'invalid', 'Keys must be text.', 'Use a text key.');
      else if (keys.has(scalarText(key)))
        report(key, 'duplicate_key', 'Duplicate key.', 'Remove one of them.');
      else keys.add(scalarText(key));
    }
  }

  /** Number of nodes after expanding aliases. */
  function sizeOf(node: unknown, ancestors: readonly Node[]): number {
    nodeCount += 1;
    if (isPair(node)) return sizeOf(node.key, ancestors) + sizeOf(node.value, ancestors);
    if (!isNode(node)) return 1;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) {
        report(node, 'alias', `*${node.source} has no anchor before it.`, 'Write the value out.');
        return 1;
      }
      targets.set(node, target);
      if (!ancestors.includes(target)) return sizes.get(target) ?? 1;
      report(node, 'alias', `*${node.source} contains itself.`, 'Write it out.');
      return 1;
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    if (node.tag !== undefined && !coreTag.test(node.tag) && isExplicit(node))
      report(node, 'tag', `YAML tags such as ${node.tag} are not supported.`, 'Remove it.');
    if (isMap(node)) checkKeys(node);
    const items = isMap(node) || isSeq(node) ? node.items : [];
    let size = 1;
    for (const item of items) size += sizeOf(item, [...ancestors, node]);
    sizes.set(node, size);
    return size;
  }

  const addedNodes = sizeOf(contents, []) - nodeCount;
  if (addedNodes > maxAliasedNodes)
    report(
      contents,
      'alias',
      'Aliases (*name) make this file too large.',
      `Use aliases for fewer than ${formatCount(maxAliasedNodes)} values.`,
    );
  return { targets, addedNodes };
}
