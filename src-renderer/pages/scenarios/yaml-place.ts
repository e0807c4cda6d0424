/** The path at the caret in a YAML text that may be incomplete, and whether a key or value is expected. */

export interface YamlPlace {
  /** Keys and indexes of the value around the caret; indexes are 0. */
  readonly path: readonly (string | number)[];
  readonly expects: 'key' | 'value';
}

interface Block {
  readonly column: number;
  readonly part: string | number;
}

interface Flow {
  readonly isList: boolean;
  key: string | null;
}

const keyAt = /^('(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s#,[\]{}:'"][^#,[\]{}:]*):(?=\s|$)/;

const unquoted = (text: string): string => text.trim().replace(/^(['"])(.*)\1$/s, '$2');

/** Reads text within brackets; returns the part after the last comma or bracket. */
function readFlow(text: string, flow: Flow[]): string {
  let rest = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "'" || sign === '"') {
      const end = text.indexOf(sign, at + 1);
      rest += text.slice(at, end < 0 ? text.length : end + 1);
      at = end < 0 ? text.length : end;
    } else if (sign === '{' || sign === '[') {
      flow.push({ isList: sign === '[', key: null });
      rest = '';
    } else if (sign === '}' || sign === ']') {
      flow.pop();
      rest = '';
    } else if (sign === ',') {
      const inner = flow.at(-1);
      if (inner !== undefined) inner.key = null;
      rest = '';
    } else if (sign === '#' && /(^|\s)$/.test(text.slice(0, at))) break;
    else if (sign === ':' && /^(\s|$)/.test(text.slice(at + 1))) {
      const inner = flow.at(-1);
      if (inner !== undefined && !inner.isList) inner.key = unquoted(rest);
      rest = '';
    } else rest += sign;
  }
  return rest;
}

/** `position` is the start of the word at the caret. */
export function yamlPlaceAt(text: string, position: number): YamlPlace {
  const blocks: Block[] = [];
  const flow: Flow[] = [];
  const lines = text.slice(0, position).split('\n');
  let expects: YamlPlace['expects'] = 'key';
  for (const [index, line] of lines.entries()) {
    const isLast = index === lines.length - 1;
    let column = line.length - line.trimStart().length;
    let rest = line.trimStart();
    if (flow.length > 0) {
      readFlow(rest, flow);
      continue;
    }
    if (rest === '' && !isLast) continue;
    if (rest.startsWith('#')) continue;
    const closeBlocks = (isItem: boolean): void => {
      for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
        // The items of a list may be as far left as its key.
        const isList = typeof last.part === 'number';
        if (last.column < column || (last.column === column && isItem && !isList)) break;
        blocks.pop();
      }
    };
    expects = 'key';
    while (/^-(\s|$)/.test(rest)) {
      closeBlocks(true);
      blocks.push({ column, part: 0 });
      const after = rest.slice(1).trimStart();
      column += rest.length - after.length;
      rest = after;
    }
    const [keyText, key = ''] = keyAt.exec(rest) ?? [];
    if (keyText === undefined) {
      if (rest === '') closeBlocks(false);
    } else {
      closeBlocks(false);
      blocks.push({ column, part: unquoted(key) });
      rest = rest.slice(keyText.length).trimStart();
      expects = 'value';
    }
    if (/^[[{]/.test(rest)) readFlow(rest, flow);
  }
  const inner = flow.at(-1);
  const inFlow = flow.flatMap(({ isList, key }): (string | number)[] =>
    isList ? [0] : key === null ? [] : [key],
  );
  if (inner !== undefined) expects = inner.isList || inner.key !== null ? 'value' : 'key';
  return { path: [...blocks.map(({ part }) => part), ...inFlow], expects };
}
