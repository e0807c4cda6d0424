/** Where in a JSON text an offset stands, also while the text is not JSON yet. Pure. */

export interface JsonPlace {
  /** Names of the objects that lead here; items of lists are left out of account. */
  readonly path: readonly string[];
  /** `nothing`: inside of a text, or where a comma or colon comes next. */
  readonly expects: 'name' | 'value' | 'nothing';
  /** Names that the object around it has already, as far as it is written. */
  readonly taken: readonly string[];
}

interface Container {
  readonly kind: 'object' | 'array';
  /** The members so far; the last one is being written. */
  readonly keys: string[];
  expects: JsonPlace['expects'];
}

const token = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

export function jsonPlaceAt(text: string, offset: number): JsonPlace {
  const stack: Container[] = [];
  let inside = false;
  for (const match of text.slice(0, offset).matchAll(token)) {
    const [found] = match;
    inside = found.startsWith('"') && !isClosed(found);
    step(stack, found);
  }
  const top = stack.at(-1);
  const outer = stack.slice(0, -1).filter(({ kind }) => kind === 'object');
  const isValue = top?.kind === 'object' && top.expects === 'value';
  return {
    path: [...outer, ...(isValue ? [top] : [])].map(({ keys }) => keys.at(-1) ?? ''),
    expects: inside || top === undefined ? 'nothing' : top.expects,
    taken: top?.keys ?? [],
  };
}

function isClosed(literal: string): boolean {
  return literal.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(literal.slice(1));
}

function step(stack: Container[], found: string): void {
  const top = stack.at(-1);
  if (found === '{') stack.push({ kind: 'object', keys: [], expects: 'name' });
  else if (found === '[') stack.push({ kind: 'array', keys: [], expects: 'value' });
  else if (found === '}' || found === ']') {
    stack.pop();
    const outer = stack.at(-1);
    if (outer !== undefined) outer.expects = 'nothing';
  } else if (top === undefined) return;
  else if (found === ':') top.expects = 'value';
  else if (found === ',') top.expects = top.kind === 'object' ? 'name' : 'value';
  else {
    if (top.kind === 'object' && top.expects === 'name') top.keys.push(found.replace(/^"|"$/g, ''));
    top.expects = 'nothing';
  }
}
