/** One suite for Node and for a page: cases are plain functions that fail by throwing. */

export interface Case {
  readonly name: string;
  run(service: ServiceAddress): void | Promise<void>;
}

/** Address of the recording service; see ../support/recording-service.ts. */
export interface ServiceAddress {
  readonly url: string;
}

export const cases = (
  group: string,
  runs: Readonly<Record<string, Case['run']>>,
): readonly Case[] =>
  Object.entries(runs).map(([name, run]) => ({ name: `${group}: ${name}`, run }));

/** JSON with sorted keys, so that only content counts. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}

export function equal(actual: unknown, expected: unknown): void {
  const [is, shouldBe] = [canonical(actual), canonical(expected)];
  if (is !== shouldBe)
    throw new Error(`Expected ${shouldBe.slice(0, 500)}, got ${is.slice(0, 500)}`);
}

export function isTrue(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Expected that ${what}.`);
}

/** The error that a call throws, which must be of this class. */
export function thrown<Thrown extends Error>(
  type: abstract new (...args: never) => Thrown,
  call: () => void,
): Thrown {
  try {
    call();
  } catch (error) {
    if (error instanceof type) return error;
    throw new Error(`Expected ${type.name}, got ${String(error)}`);
  }
  throw new Error(`Expected ${type.name}, but nothing was thrown.`);
}
