/** A line of a terminal that is overwritten. Writes nothing if the output is not a terminal. */
export interface LiveLine {
  show(text: string): void;
  clear(): void;
}

export function createLiveLine(output: NodeJS.WriteStream): LiveLine {
  const write = (text: string): void => {
    if (output.isTTY) output.write(`\r\u001b[2K${text.slice(0, output.columns - 1)}`);
  };
  return { show: write, clear: () => write('') };
}
