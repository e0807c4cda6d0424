/** Options of `hookwright run`. */
import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '#shared/kit/duration.ts';
import type { Shard } from '#shared/scenarios/schema/report.ts';

/** `failed`: of runs that don't pass. */
export const runArchiveModes = ['failed', 'always', 'never'] as const;

export interface RunCommandOptions extends RestartOptions {
  readonly seed?: number;
  readonly seeds?: readonly number[];
  readonly repeat: number;
  readonly set: Readonly<Record<string, string>>;
  readonly tag: readonly string[];
  readonly grep: readonly string[];
  readonly case: readonly string[];
  readonly workers?: number;
  readonly shard?: Shard;
  /** Path of the file that balances the shards. */
  readonly durations?: string;
  readonly bail?: number | true;
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
  readonly github: boolean;
  readonly speed?: number;
  readonly stall: number;
  readonly limit: number;
  readonly until?: number;
  readonly keep: boolean;
  readonly update: boolean;
  readonly allowOrigin: readonly string[];
  readonly watch: boolean;
  readonly archive: (typeof runArchiveModes)[number];
  /** Folder for run archives. */
  readonly out: string;
  readonly isOutNamed: boolean;
  readonly quiet: boolean;
}

const maxSeed = 2_147_483_647;
const maxSeeds = 10_000;

export function seedNumber(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > maxSeed)
    throw new InvalidArgumentError('Use a whole number from 0 to 2147483647.');
  return seed;
}

export function seedRange(text: string): readonly number[] {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from || to > maxSeed || to - from >= maxSeeds)
    throw new InvalidArgumentError('Use a range such as 1..100, with at most 10,000 seeds.');
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1)
    throw new InvalidArgumentError('Use a whole number of at least 1.');
  return number;
}

export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms <= 0) throw new InvalidArgumentError('Use a duration such as 30s or 2h.');
  return ms;
}

/** Of the commands that can restart the user's server. */
export interface RestartOptions {
  /** Command that starts it, and stays in the foreground. */
  readonly restartWith?: string;
  readonly restartReady: number;
}

export const defaultReadyMs = 10_000;

export const restartWithOption = (): Option =>
  new Option(
    '--restart-with <command>',
    'shell command that starts your server, so that it can be restarted',
  );

export const restartReadyOption = (): Option =>
  new Option('--restart-ready <time>', 'maximum real time until your server accepts connections')
    .argParser(duration)
    .default(defaultReadyMs, '10s');

export const defaultStallMs = 60_000;

export const stallOption = (): Option =>
  new Option('--stall <time>', 'maximum real time without progress')
    .argParser(duration)
    .default(defaultStallMs, '60s');

/** Of a run of `explore`. */
export const exploreLimitMs = 60_000;

export const limitOption = (defaultMs: number, shown: string): Option =>
  new Option('--limit <time>', 'maximum real time of a run')
    .argParser(duration)
    .default(defaultMs, shown);

export function variable(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Use NAME=VALUE.');
  return { ...before, [name]: value };
}

export const append = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  text,
];

export function originOf(text: string, before: readonly string[]): readonly string[] {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Use a URL such as https://staging.example.com.');
  return [...before, url.origin];
}
