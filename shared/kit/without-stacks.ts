/** V8 has it, in Node and in browsers. */
const stacks = Error as { stackTraceLimit?: number | undefined };

/** A file may have tens of thousands of errors, and the stack of each takes longer than finding it (D62). */
export function withoutStacks<Result>(work: () => Result): Result {
  const { stackTraceLimit } = stacks;
  stacks.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    stacks.stackTraceLimit = stackTraceLimit;
  }
}
