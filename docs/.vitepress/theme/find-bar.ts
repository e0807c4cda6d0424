/** Finds text on the page, in the window of the desktop app. Browsers have their own. */

/** Runs of text are joined, because words may be split into elements, such as in highlighted code. */
function textNodes(): { readonly text: string; readonly nodes: readonly [number, Text][] } {
  const walker = document.createTreeWalker(
    document.querySelector('#app') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const nodes: [number, Text][] = [];
  let text = '';
  while (walker.nextNode() !== null) {
    const node = walker.currentNode as Text;
    nodes.push([text.length, node]);
    text += node.data;
  }
  return { text, nodes };
}

/** In reading order, without what is hidden. */
function rangesOf(wanted: string): readonly Range[] {
  if (wanted === '') return [];
  const { text, nodes } = textNodes();
  const escaped = wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const placeOf = (offset: number): [Text, number] => {
    const [start, node] = nodes.findLast(([first]) => first <= offset) ?? [0, new Text()];
    return [node, offset - start];
  };
  return [...text.matchAll(new RegExp(escaped, 'giu'))]
    .map(({ index, 0: { length } }) => {
      const range = new Range();
      range.setStart(...placeOf(index));
      const [node, offset] = placeOf(index + length - 1);
      range.setEnd(node, offset + 1);
      return range;
    })
    .filter((range) => range.getClientRects().length > 0);
}

function highlight(name: string, ranges: readonly Range[]): void {
  CSS.highlights.set(name, new Highlight(...ranges));
}

function createBar(): { readonly open: () => void } {
  const bar = document.createElement('search');
  bar.className = 'find-bar';
  bar.ariaLabel = 'Find in page';
  const field = document.createElement('input');
  field.ariaLabel = 'Find';
  const result = document.createElement('output');
  let current = 0;

  /** The page may have changed since the last step. */
  function find(step: number): void {
    const ranges = rangesOf(field.value);
    current = step === 0 ? 0 : (current + step + ranges.length) % Math.max(ranges.length, 1);
    const shown = ranges[current];
    highlight('found', ranges);
    highlight('found-current', shown === undefined ? [] : [shown]);
    shown?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    const text = ranges.length === 0 ? 'No matches' : `${current + 1} of ${ranges.length}`;
    result.textContent = field.value === '' ? '' : text;
  }

  function close(): void {
    bar.remove();
    CSS.highlights.clear();
  }

  const button = (label: string, act: () => void): HTMLButtonElement => {
    const created = document.createElement('button');
    created.textContent = label;
    created.addEventListener('click', act);
    return created;
  };
  field.addEventListener('input', () => find(0));
  bar.addEventListener('keydown', ({ key, shiftKey, target }) => {
    if (key === 'Escape') close();
    else if (key === 'Enter' && target === field) find(shiftKey ? -1 : 1);
  });
  bar.append(
    field,
    result,
    button('Previous', () => find(-1)),
    button('Next', () => find(1)),
    button('Close', close),
  );
  return {
    open(): void {
      document.body.append(bar);
      field.select();
      find(0);
    },
  };
}

/** The app's menu sends the event. */
export function followFind(): void {
  const { open } = createBar();
  window.addEventListener('find-in-page', open);
}
