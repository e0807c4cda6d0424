/**
 * Where texts leave the program for a terminal or the log of CI. Names, responses and files are written by others: their
 * control characters are shown rather than sent, and nothing in them is a command of CI: GitHub Actions reads `::` at the
 * start of a line and `##[` anywhere, Azure Pipelines `##vso[`, and TeamCity `##teamcity[`.
 */
import { ciLine, escapedJson, visibleLines } from '#shared/kit/visible-text.ts';

export type Output = Pick<NodeJS.WritableStream, 'write'>;

/** Prints each as one line, whatever it contains. */
export function printLines(lines: readonly string[], output: Output = process.stdout): void {
  if (lines.length > 0) output.write(lines.map((line) => `${ciLine(line)}\n`).join(''));
}

export const printLine = (line: string, output: Output = process.stdout): void =>
  printLines([line], output);

/** One line, or several for a list of problems. */
export function printError(message: string | readonly string[]): void {
  const [first = '', ...others] = [message].flat();
  printLines([`hookwright: ${first}`, ...others], process.stderr);
}

/** The text of a value in JSON, which stays valid. */
export const printJson = (json: string, output: Output = process.stdout): void =>
  void output.write(`${escapedJson(json)}\n`);

/** Annotations, the only commands of GitHub Actions. */
export const printAnnotations = (annotations: readonly string[]): void =>
  void process.stdout.write(annotations.map((annotation) => `${annotation}\n`).join(''));

/** Texts that a live line replaces. */
export const overwriteLine = (text: string, output: NodeJS.WriteStream): void =>
  void output.write(`\r\u001b[2K${ciLine(text).slice(0, output.columns - 1)}`);

/**
 * Bytes of an export: JSON for a terminal or the log of CI, and text for a terminal. Other formats, and text for a file or
 * another program, keep their bytes.
 */
export function exportWriter(output: NodeJS.WriteStream, mediaType: string) {
  const shown = mediaType.includes('json') ? escapedJson : output.isTTY ? visibleLines : null;
  const decoder = new TextDecoder();
  return (bytes: Uint8Array, done: (error?: Error | null) => void): void => {
    output.write(shown === null ? bytes : shown(decoder.decode(bytes, { stream: true })), done);
  };
}
