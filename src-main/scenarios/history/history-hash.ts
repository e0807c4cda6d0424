/** The history hash of a run: SHA-256 over its history, one line of JSON per event. */
import { createHash } from 'node:crypto';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import { HistoryEvent } from '#shared/scenarios/schema/history.ts';

/** Keys in schema order, regardless of the order in an event. Those that two runs may differ in are left out. */
const keysOfKind = new Map<string, string[]>(
  HistoryEvent.options.map(({ shape }) => [
    shape.kind.value,
    Object.keys(shape).filter((key) => key !== 'responseLine'),
  ]),
);

/** Names of headers in lower case. */
export type HeaderNames = ReadonlySet<string>;

/** ECDSA signatures contain a random number, so two runs never have the same. */
export function randomHeaders({ given, when }: Pick<Scenario, 'given' | 'when'>): HeaderNames {
  const changed = when.flatMap((step) =>
    step.action === 'destination' ? (step.input.patch.profile ?? []) : [],
  );
  const profiles = [...given.destinations.map(({ profile }) => profile), ...changed];
  return new Set(
    profiles.flatMap((profile) => {
      const { signature } = profileOf({ profile });
      return signature.kind === 'ecdsa_p256' ? [signature.header.toLowerCase()] : [];
    }),
  );
}

function withoutRandom(event: HistoryEvent, random: HeaderNames): HistoryEvent {
  if (random.size === 0 || !('headers' in event)) return event;
  const headers = event.headers.map(([name, value]): [string, string] => [
    name,
    random.has(name.toLowerCase()) ? '(random)' : value,
  ]);
  return { ...event, headers };
}

export const canonicalLine = (event: HistoryEvent, random: HeaderNames): string =>
  JSON.stringify(withoutRandom(event, random), keysOfKind.get(event.kind));

export function* canonicalLines(
  events: Iterable<HistoryEvent>,
  random: HeaderNames,
): Generator<string> {
  for (const event of events) yield canonicalLine(event, random);
}

/** Empty without events. */
export function historyHashOf(events: readonly HistoryEvent[], random: HeaderNames): string {
  if (events.length === 0) return '';
  const hash = createHash('sha256');
  for (const event of events) hash.update(`${canonicalLine(event, random)}\n`);
  return hash.digest('hex');
}

/** The first line in which two histories differ, as compared; null if they are equal. */
export function firstDifference(
  a: readonly string[],
  b: readonly string[],
  comparable: (line: string) => string = (line) => line,
): { readonly a: string | null; readonly b: string | null } | null {
  const compared = (line: string | undefined) => (line === undefined ? null : comparable(line));
  const index = Array.from({ length: Math.max(a.length, b.length) }).findIndex(
    (_, at) => compared(a[at]) !== compared(b[at]),
  );
  return index === -1 ? null : { a: a[index] ?? null, b: b[index] ?? null };
}
