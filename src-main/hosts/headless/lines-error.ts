/** An error whose message may have several lines, such as a list of problems. */
export class LinesError extends Error {
  readonly lines: readonly string[];

  constructor(message: string | readonly string[], cause?: unknown) {
    const lines = [message].flat();
    super(lines.join('\n'), { cause });
    this.lines = lines;
  }
}

export const linesOf = (error: Error): readonly string[] =>
  error instanceof LinesError ? error.lines : [error.message];
