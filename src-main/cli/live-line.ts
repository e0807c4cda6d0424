import { overwriteLine } from '#headless/print.ts';

/** A line of a terminal that is overwritten. Writes nothing if the output is not a terminal. */
export interface LiveLine {
  show(text: string): void;
  clear(): void;
}

export function createLiveLine(output: NodeJS.WriteStream): LiveLine {
  const write = (text: string): void => {
    if (output.isTTY) overwriteLine(text, output);
  };
  return { show: write, clear: () => write('') };
}
