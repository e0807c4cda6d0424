/** What a command sends to, reads and starts, printed before its first request: typing it is consent for that (D60). */
import { printLines } from '#main/hosts/headless/print.ts';
import { isJsonObject } from '#shared/kit/exact-json.ts';
import type { ReadResult } from '#shared/scenarios/read.ts';

export interface Announced {
  /** Origins of servers; Hookwright's mock endpoints are not among them. */
  readonly servers: readonly string[];
  readonly variables: readonly string[];
  /** That it starts by the system's shell. */
  readonly command?: string | undefined;
}

const line = (label: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`${label}: ${[...new Set(items)].toSorted().join(', ')}`];

/** To stderr, since stdout is the report. */
export function announce({ servers, variables, command }: Announced): void {
  printLines(
    [
      ...(command === undefined ? [] : [`Starts: ${command}`]),
      ...line('Sends requests to', servers),
      ...line('Reads environment variables', variables),
    ],
    process.stderr,
  );
}

/** Environment variables that give variables of a scenario their values. */
export const variablesReadBy = (
  { variables }: Pick<ReadResult, 'variables'>,
  set: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(variables).flatMap(([name, variable]) =>
    isJsonObject(variable) && typeof variable.env === 'string' && !(name in set)
      ? [variable.env]
      : [],
  );

export const originsOf = (...urls: readonly (string | undefined)[]): readonly string[] =>
  urls.flatMap((url) => URL.parse(url ?? '')?.origin ?? []);
