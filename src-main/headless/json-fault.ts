/** Where in a text its JSON goes wrong: the engine names the place in some of its messages only. */

function fault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function namedOffset(message: string): number | null {
  const named = message.match(/ at position (\d+)/)?.[1];
  return named === undefined ? null : Number(named);
}

/** Whether the text could still become JSON if it went on. */
function isOpen(text: string): boolean {
  const message = fault(text);
  if (message === null || /^Unexpected end|^Unterminated string/.test(message)) return true;
  return (namedOffset(message) ?? -1) >= text.length;
}

/** The longest beginning that is still open ends where the fault begins. */
function searchedOffset(text: string): number {
  let open = 0;
  let broken = text.length + 1;
  while (broken - open > 1) {
    const middle = Math.floor((open + broken) / 2);
    if (isOpen(text.slice(0, middle))) open = middle;
    else broken = middle;
  }
  return open;
}

/** `line 3, column 14 (Unexpected token ',')`; null when the text is JSON. */
export function jsonFault(text: string): string | null {
  const message = fault(text);
  if (message === null) return null;
  const before = text.slice(0, namedOffset(message) ?? searchedOffset(text)).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const reason = message.replace(/ in JSON at position.*$/s, '').replace(/, (\.\.\.)?".*$/s, '');
  return `${place} (${reason})`;
}
