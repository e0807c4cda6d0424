/** Limits of YAML, found before it is built: building takes more than linear time (D62). */
import { CST, Lexer, LineCounter, Parser } from 'yaml';
import { formatCount } from '#shared/kit/format.ts';

/** Tokens include commas, closing brackets, line breaks, spaces, comments and directives. */
export const yamlLimits = {
  ...{ nodes: 20_000, aliases: 1_000, depth: 64, tokens: 150_000, errors: 20, directives: 10 },
};

const nodeTypes: ReadonlySet<string | null> = new Set([
  'scalar',
  'single-quoted-scalar',
  'double-quoted-scalar',
  'block-scalar-header',
  'alias',
  'flow-map-start',
  'flow-seq-start',
  'seq-item-ind',
  'explicit-key-ind',
  'tag',
  'anchor',
]);

interface LimitProblem {
  readonly at: { readonly line: number; readonly column: number };
  readonly message: string;
  readonly fix: string;
}

export interface YamlSize {
  /** Keys, values and list items. */
  readonly nodes: number;
  /** Null within the limits. */
  readonly problem: LimitProblem | null;
}

export function yamlLimit(text: string): YamlSize {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  let nodes = 0;
  let aliases = 0;
  let tokens = 0;
  let commas = 0;
  let directives = 0;
  let errors = 0;
  let offset = 0;
  const beyond = (message: string, fix: string): YamlSize => {
    const { line, col } = lines.linePos(offset);
    return {
      nodes,
      problem: { at: { line: Math.max(1, line), column: Math.max(1, col) }, message, fix },
    };
  };
  for (const source of new Lexer().lex(text)) {
    const type = CST.tokenType(source);
    if (nodeTypes.has(type)) nodes += 1;
    if (type === 'alias') aliases += 1;
    if (type === 'comma') commas += 1;
    if (type === 'directive-line') directives += 1;
    tokens += 1;
    for (const part of parser.next(source)) if (part.type === 'error') errors += 1;
    if (nodes > yamlLimits.nodes)
      return beyond(
        `The file has more than ${formatCount(yamlLimits.nodes)} keys and values.`,
        'Move messages and users to fixtures.',
      );
    if (aliases > yamlLimits.aliases)
      return beyond(
        `The file has more than ${formatCount(yamlLimits.aliases)} aliases (*name).`,
        'Write them out, or use variables.',
      );
    if (tokens > yamlLimits.tokens)
      return beyond(
        `The file has more than ${formatCount(yamlLimits.tokens)} words, symbols and line breaks.`,
        'Remove empty lines and comments, or move messages and users to fixtures.',
      );
    if (directives > yamlLimits.directives)
      return beyond(
        `The file has more than ${yamlLimits.directives} directives (%NAME).`,
        'Remove the lines that start with %.',
      );
    // The parser leaves commas without a value for later: each would be an error then.
    if (errors + Math.max(0, commas - nodes) > yamlLimits.errors)
      return beyond(
        `The file has more than ${yamlLimits.errors} syntax errors.`,
        'Check that the file is YAML and that its brackets match.',
      );
    if (parser.stack.length > yamlLimits.depth)
      return beyond(`The file is nested deeper than ${yamlLimits.depth} levels.`, 'Flatten it.');
    offset += source.length;
  }
  return { nodes, problem: null };
}
