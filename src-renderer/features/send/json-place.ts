/** Where in a JSON text an offset stands, also while the text is not JSON yet. Pure. */

export interface JsonPlace {
  /** Names of the objects that lead here; items of lists are left out of account. */
  readonly path: readonly string[];
  /** `nothing`: inside of a text, or where a comma or colon comes next. */
  readonly expects: 'name' | 'value' | 'nothing';
}

interface Container {
  readonly kind: 'object' | 'array';
  /** The member that is being written. */
  key: string;
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
  return {
    path: stack
      .slice(0, -1)
      .flatMap(({ kind, key }) => (kind === 'object' ? [key] : []))
      .concat(top?.kind === 'object' && top.expects === 'value' ? [top.key] : []),
    expects: inside || top === undefined ? 'nothing' : top.expects,
  };
}

function isClosed(literal: string): boolean {
  return literal.length > 1 && /(?:^|[^\\])(?:\\\\)*"$/.test(literal.slice(1));
}

function step(stack: Container[], found: string): void {
  const top = stack.at(-1);
  if (found === '{') stack.push({ kind: 'object', key: '', expects: 'name' });
  else if (found === '[') stack.push({ kind: 'array', key: '', expects: 'value' });
  else if (found === '}' || found === ']') {
    stack.pop();
    const outer = stack.at(-1);
    if (outer !== undefined) outer.expects = 'nothing';
  } else if (top === undefined) return;
  else if (found === ':') top.expects = 'value';
  else if (found === ',') top.expects = top.kind === 'object' ? 'name' : 'value';
  else {
    if (top.kind === 'object' && top.expects === 'name') top.key = found.replace(/^"|"$/g, '');
    top.expects = 'nothing';
  }
}
