/** Shards of a suite: the scenarios of each, balanced by how long they took before. */
import { createHash } from 'node:crypto';
import { readUpTo } from '#main/kit/files.ts';
import { ScenarioDurations } from '#shared/scenarios/schema/durations.ts';
import type { RunReport, Shard } from '#shared/scenarios/schema/report.ts';
import { reportJson, saveReport } from './reports.ts';
import { SelectionError } from './scenario-files.ts';

/** A run, planned or reported. */
interface Run {
  readonly scenario: Pick<RunReport['scenario'], 'file' | 'case'>;
  readonly seed: number;
}

export const runKey = ({ scenario, seed }: Run): string =>
  JSON.stringify([scenario.file, scenario.case, seed]);

const scenarioKey = ({ file, case: name }: Run['scenario']): string => JSON.stringify([file, name]);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Of the runs of a suite, in any order. */
export const selectionHashOf = (runs: readonly Run[]): string =>
  sha256(runs.map(runKey).sort().join('\n'));

export interface Durations {
  /** Of the file. */
  readonly hash: string;
  /** In milliseconds. */
  readonly ofScenario: ReadonlyMap<string, number>;
}

/** Of a hundred thousand scenarios. */
const maxDurationsBytes = 16 * 1024 * 1024;

/** Null if there is no file yet. Throws a SelectionError. */
export async function readDurations(path: string): Promise<Durations | null> {
  try {
    const bytes = await readUpTo(path, maxDurationsBytes);
    if (bytes === null) throw new Error('The file is too large.');
    const text = bytes.toString('utf8');
    const { scenarios } = ScenarioDurations.parse(JSON.parse(text));
    const entries = scenarios.map((one) => [scenarioKey(one), one.durationMs] as const);
    return { hash: sha256(text), ofScenario: new Map(entries) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SelectionError(
      `${path} isn't a durations file of this version. Use a file written by "hookwright scenarios merge --durations", or delete it.`,
    );
  }
}

/** Of all runs of a scenario, since a shard runs them together. */
export async function saveDurations(
  path: string | undefined,
  reports: readonly RunReport[],
): Promise<void> {
  const groups = Map.groupBy(reports, ({ scenario }) => scenarioKey(scenario));
  const scenarios = [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { file, case: name } = first.scenario;
    const ms = [first, ...others].reduce((sum, { real }) => sum + real.durationMs, 0);
    return [{ file, case: name, durationMs: Math.round(ms) }];
  });
  const file: ScenarioDurations = { format: 1, scenarios };
  await saveReport(path, () => reportJson(file));
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/**
 * The longest scenarios first, each to the shard with the least to do. Scenarios without a duration take the mean; without
 * any durations, the shards take turns by name. Every machine gets the same result.
 */
export function scenariosOfShard<Source extends Pick<Run, 'scenario'>>(
  sources: readonly Source[],
  { index, count }: Shard,
  durations: Durations | null,
): readonly Source[] {
  const known = durations?.ofScenario ?? new Map<string, number>();
  const meanMs = Math.round(meanOf([...known.values()]));
  const byDuration = sources
    .map((source) => {
      const key = scenarioKey(source.scenario);
      return { source, key, durationMs: Math.max(1, known.get(key) ?? meanMs) };
    })
    .sort((a, b) => b.durationMs - a.durationMs || (a.key < b.key ? -1 : Number(a.key > b.key)));
  const totalsMs = Array.from({ length: count }, () => 0);
  const picked = new Set<Source>();
  for (const { source, durationMs } of byDuration) {
    const shard = totalsMs.indexOf(Math.min(...totalsMs));
    totalsMs[shard] = (totalsMs[shard] ?? 0) + durationMs;
    if (shard === index - 1) picked.add(source);
  }
  return sources.filter((source) => picked.has(source));
}
