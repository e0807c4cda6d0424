/** The body parsed into a struct or class and re-serialized, with its fields in declared order. */
import type { Language } from '#shared/signatures/signature.ts';
import type { JsonNode } from '../json/json-document.ts';
import * as number from '../json/json-numbers.ts';
import { type JsonStyle, writeJson } from '../json/json-style.ts';
import * as text from '../json/json-text.ts';
import { compact } from '../mistakes/json/rewritten.ts';
import { did, type Mistake } from '../mistakes/mistake.ts';
import type { CandidateGroup, CandidateInput, WrittenCandidate } from './candidate-group.ts';

interface Declared {
  readonly code: string;
  readonly language?: Language;
  readonly by: string;
  readonly style: JsonStyle;
  /** Text after the document. */
  readonly endings: readonly string[];
  /** Transforms a field's value, if only part of it is written. */
  readonly value?: (node: JsonNode, listed: ReadonlySet<string>) => JsonNode;
}

/** JSON.stringify applies its list of keys at every level. */
function onlyListed(node: JsonNode, listed: ReadonlySet<string>): JsonNode {
  if (node.kind === 'array')
    return { kind: 'array', items: node.items.map((item) => onlyListed(item, listed)) };
  if (node.kind !== 'object') return node;
  return {
    kind: 'object',
    entries: node.entries
      .filter(([key]) => listed.has(key))
      .map(([key, value]) => [key, onlyListed(value, listed)] as const),
  };
}

const plain = { ...compact, text: text.plainText, number: number.javascriptNumber } as const;
const go = { ...compact, text: text.htmlSafeText, number: number.goNumber } as const;
const python = {
  ...compact,
  comma: ', ',
  colon: ': ',
  text: text.asciiText,
  number: number.pythonNumber,
} as const;

const declared: readonly Declared[] = [
  {
    code: 'json_fields_reordered',
    by: 'as the fields of a struct or class',
    style: { ...plain, number: number.asWritten },
    endings: ['', '\n'],
  },
  {
    code: 'json_fields_reordered',
    by: 'as the fields of a struct or class',
    style: plain,
    endings: ['', '\n'],
  },
  {
    code: 'json_python_fields_compact',
    language: 'python',
    by: 'by json.dumps from a class or a new dict, compact, with ensure_ascii=False',
    style: { ...plain, number: number.pythonNumber },
    endings: [''],
  },
  {
    code: 'json_go_struct',
    language: 'go',
    by: "by Go's encoding/json from a struct, with maps inside it sorted",
    style: { ...go, order: 'code_points' },
    endings: ['', '\n'],
  },
  {
    code: 'json_go_struct_unescaped',
    language: 'go',
    by: "by Go's json.Encoder from a struct with SetEscapeHTML(false), with maps inside it sorted",
    style: { ...go, text: text.goUnescapedText, order: 'code_points' },
    endings: ['\n'],
  },
  {
    code: 'json_go_struct_raw',
    language: 'go',
    by: "by Go's encoding/json from a struct of json.RawMessage fields",
    style: { ...go, number: number.asWritten },
    endings: ['', '\n'],
  },
  {
    code: 'json_javascript_replacer',
    language: 'node',
    by: 'by JSON.stringify with a list of keys, which applies at every level',
    style: { ...plain, text: text.javascriptText },
    endings: [''],
    value: onlyListed,
  },
  {
    code: 'json_python_fields',
    language: 'python',
    by: "by Python's json.dumps from a class or a new dict",
    style: python,
    endings: [''],
  },
  {
    code: 'json_php_fields',
    language: 'php',
    by: "by PHP's json_encode from a class or a new array",
    style: { ...compact, text: text.phpText, number: number.phpNumber },
    endings: [''],
  },
  {
    code: 'json_dotnet_fields',
    language: 'csharp',
    by: "by C#'s System.Text.Json from a class",
    style: { ...compact, text: text.dotnetText, number: number.asWritten },
    endings: [''],
  },
];

/** Up to this many fields, every order and subset is tried: 13,699 combinations. */
const maxFields = 7;

/**
 * Fields that a struct probably declares. Used if the body has more fields than can be permuted
 * (spec 2.1).
 */
const documented = new Set(
  'version type userId anonymousId groupId event properties traits timestamp context'.split(' '),
);

type Entries = readonly (readonly [string, JsonNode])[];

function fieldsOf({ body }: CandidateInput): Entries {
  const root = body.document();
  if (root?.kind !== 'object') return [];
  if (root.entries.length <= maxFields) return root.entries;
  return root.entries.filter(([key]) => documented.has(key)).slice(0, maxFields);
}

const nullNode: JsonNode = { kind: 'literal', word: 'null' };

const writeField = ([key, node]: readonly [string, JsonNode], style: JsonStyle): string =>
  style.text(key) + style.colon + (writeJson(node, style) ?? writeJson(nullNode, style));

/**
 * Styles that serialize this body identically, with the text of each field and the possible
 * endings.
 */
interface StyleGroup {
  readonly comma: string;
  readonly names: readonly string[];
  readonly pieces: readonly Buffer[];
  /** Whether any style keeps the key order inside the fields. */
  readonly isKept: boolean;
  /** Text after the fields. */
  readonly closings: ReadonlyMap<string, readonly Declared[]>;
}

function styleGroupsOf(fields: Entries, chosen: Language | undefined): readonly StyleGroup[] {
  const listed = new Set(fields.map(([key]) => key));
  const rank = ({ language }: Declared): number =>
    language === undefined ? 1 : language === chosen ? 0 : 2;
  const ranked = declared.toSorted((a, b) => rank(a) - rank(b));
  const byPieces = Map.groupBy(ranked, ({ style, value }) =>
    JSON.stringify([
      style.comma,
      ...fields.map(([key, node]) => writeField([key, value?.(node, listed) ?? node], style)),
    ]),
  );
  return [...byPieces].map(([key, alike]) => {
    const [comma = ',', ...pieces] = JSON.parse(key) as string[];
    const endings = new Set(alike.flatMap(({ endings }) => endings));
    return {
      comma,
      names: fields.map(([name]) => name),
      isKept: alike.some(({ style, value }) => style.order === 'kept' && value === undefined),
      pieces: pieces.map((piece) => Buffer.from(piece)),
      closings: new Map(
        [...endings].map((ending) => [
          `}${ending}`,
          alike.filter(({ endings }) => endings.includes(ending)),
        ]),
      ),
    };
  });
}

const mistakeOf = ({ code, language, by }: Declared, names: readonly string[]): Mistake => ({
  code,
  ...(language && { language }),
  message: did(`hashed the body re-serialized ${by}: ${names.join(', ')}.`),
  fix: 'raw_body',
});

const isOriginalOrder = (chosen: readonly number[], length: number): boolean =>
  chosen.length === length && chosen.every((field, index) => field === index);

function* ordersOf(group: StyleGroup, write: CandidateInput['write']): Generator<WrittenCandidate> {
  function* after(end: number, used: readonly number[]): Generator<WrittenCandidate> {
    for (const [index, piece] of group.pieces.entries()) {
      if (used.includes(index)) continue;
      const next = write(used.length === 0 ? end : write(end, group.comma), piece);
      const chosen = [...used, index];
      // Skips the original order with all fields, which isn't reordered.
      const isUnchanged = group.isKept && isOriginalOrder(chosen, group.pieces.length);
      for (const [closing, alike] of isUnchanged ? [] : group.closings)
        yield {
          end: write(next, closing),
          explain: () =>
            alike.map((declaration) =>
              mistakeOf(
                declaration,
                chosen.map((at) => group.names[at] ?? ''),
              ),
            ),
        };
      yield* after(next, chosen);
    }
  }
  yield* after(write(0, '{'), []);
}

function* fieldOrders(input: CandidateInput): Generator<WrittenCandidate> {
  for (const group of styleGroupsOf(fieldsOf(input), input.language))
    yield* ordersOf(group, input.write);
}

export const fieldOrderGroups: readonly CandidateGroup[] = [
  { candidates: fieldOrders, maxBytes: 128 * 1024 * 1024 },
];
