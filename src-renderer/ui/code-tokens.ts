/** Splits a line of code into colored runs, without validating it. */

/** `code`: any language of the snippets, since their keywords and comments are similar. */
export type CodeLanguage = 'json' | 'code' | 'text';

type TokenKind = 'key' | 'string' | 'number' | 'literal' | 'keyword' | 'comment' | 'plain';

export interface CodeToken {
  readonly kind: TokenKind;
  readonly text: string;
  /** Start offset in the line. */
  readonly start: number;
}

export const tokenColors: Record<TokenKind, string> = {
  key: 'text-code-key',
  string: 'text-code-string',
  number: 'text-code-number',
  literal: 'text-code-literal',
  keyword: 'text-code-keyword',
  comment: 'text-fg-3 italic',
  plain: 'text-fg',
};

const keywords = [
  'abstract|as|assert|async|await|begin|break|case|catch|chan|class|const|continue|crate|curl|def|default|defer|do|echo',
  'elif|else|elsif|end|enum|except|export|extends|final|finally|fn|for|foreach|from|func|function|go|if|impl|implements',
  'import|in|interface|is|let|loop|match|mod|module|mut|namespace|new|not|or|and|package|pass|private|protected|public',
  'pub|raise|range|record|ref|require|rescue|return|select|self|static|struct|switch|then|this|throw|throws|try|type',
  'unless|until|use|using|var|void|when|where|while|with|yield',
].join('|');

const string = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?/.source;
const number = /\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/.source;

// A comment starts the line or follows a space, unlike `//` in URLs and `#` in private fields.
const codePattern = new RegExp(
  [
    `(?<string>${string})`,
    String.raw`(?<comment>(?<=^|\s)(?:\/\/|#(?![[!{]))\s.*|(?<=^|\s)\/\*.*)`,
    `(?<number>${number})`,
    String.raw`(?<literal>\b(?:true|false|null|nil|None|True|False|undefined)\b)`,
    String.raw`(?<keyword>(?<![.$@-])\b(?:${keywords})\b(?!\s*[:=]))`,
  ].join('|'),
  'g',
);

const jsonPattern =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<literal>\b(?:true|false|null)\b)/g;

export function codeTokens(line: string, language: CodeLanguage): readonly CodeToken[] {
  if (language === 'text') return [{ kind: 'plain', text: line, start: 0 }];
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of line.matchAll(language === 'json' ? jsonPattern : codePattern)) {
    if (match.index > end)
      tokens.push({ kind: 'plain', text: line.slice(end, match.index), start: end });
    tokens.push({ kind: kindOf(match), text: match[0], start: match.index });
    end = match.index + match[0].length;
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end), start: end });
  return tokens;
}

function kindOf({ groups = {} }: RegExpMatchArray): TokenKind {
  return Object.keys(groups).find((name) => groups[name] !== undefined) as TokenKind;
}
