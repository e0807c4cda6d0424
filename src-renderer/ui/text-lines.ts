/** A line as drawn. A very long line of the text is drawn as several, the first one numbered. */
export interface DrawnLine {
  /** Absent on the continuation of a long line. */
  number: number | undefined;
  text: string;
}

/** Browsers lay out a line of this length in well under a millisecond; of a megabyte, in seconds. */
const LONGEST_DRAWN = 2000;

export function drawnLines(text: string): DrawnLine[] {
  return text.split('\n').flatMap((line, index) => pieces(line, index + 1));
}

function pieces(line: string, number: number): DrawnLine[] {
  if (line.length <= LONGEST_DRAWN) return [{ number, text: line }];
  const count = Math.ceil(line.length / LONGEST_DRAWN);
  return Array.from({ length: count }, (_, piece) => ({
    number: piece === 0 ? number : undefined,
    text: line.slice(piece * LONGEST_DRAWN, (piece + 1) * LONGEST_DRAWN),
  }));
}
