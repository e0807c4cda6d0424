/** Runs of scenarios for GitHub Actions: one annotation per run, and a summary of the step. */
import { compactDuration, formatLatency } from '#shared/kit/duration.ts';
import { ciLine } from '#shared/kit/visible-text.ts';
import type { RunReport, SuiteShard } from '#shared/scenarios/schema/report.ts';
import {
  flakyText,
  isFailing,
  runLines,
  runName,
  shardLines,
  verdictCounts,
  verdictMarks,
} from './scenario-text.ts';

/** Without line breaks: a second line could be another command. */
const escapeData = (text: string): string => ciLine(text).replaceAll('%', '%25');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** GitHub shows ten annotations of a step, so each run has one, at its first failure. */
export const githubAnnotations = (reports: readonly RunReport[]): readonly string[] =>
  reports.flatMap((report) => {
    const { verdict, checks, inconclusive, scenario } = report;
    if (verdict === 'passed') return [];
    const first = checks.find(isFailing);
    const place = first?.place ?? inconclusive[0]?.place;
    const message =
      first === undefined
        ? (inconclusive[0]?.message ?? verdict)
        : `${first.name}: ${first.found ?? ''}`;
    const at =
      place === null || place === undefined
        ? [`file=${escapeProperty(scenario.file)}`]
        : [`file=${escapeProperty(place.file)}`, `line=${place.line}`, `col=${place.column}`];
    const title = `title=${escapeProperty(`${scenario.name}: ${verdict}`)}`;
    const level = verdict === 'failed' ? 'error' : 'warning';
    return [`::${level} ${[...at, title].join(',')}::${escapeData(message)}`];
  });

/** Text as it is: names could otherwise add links, images and cells. */
const cell = (text: string): string =>
  ciLine(text).replaceAll(/[\\`*_~|<>[\]!&#]/g, (character) => `\\${character}`);

/** A fence longer than any in the text. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
};

/** Markdown. */
export function githubSummary(
  reports: readonly RunReport[],
  shard: SuiteShard | null = null,
): string {
  const rows = reports.map((report) => {
    const { verdict, scenario, seed, virtualMs, real, checks } = report;
    const passed = checks.filter((check) => check.verdict === 'passed').length;
    const cells = [
      `${verdictMarks[verdict]} ${verdict}${flakyText(report) === null ? '' : ' (flaky)'}`,
      scenario.name,
      runName(report),
      String(seed),
      `${passed} of ${checks.length}`,
      `${compactDuration(virtualMs)} in ${formatLatency(real.durationMs)}`,
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const failures = reports
    .filter(({ verdict }) => verdict !== 'passed')
    .map((report) => `\n${fenced(runLines(report).map(ciLine).join('\n'))}`);
  return [
    `### Scenarios: ${verdictCounts(reports)}`,
    '',
    ...shardLines(shard).flatMap((line) => [line, '']),
    '| verdict | scenario | file | seed | checks passed | duration |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    ...failures,
    '',
  ].join('\n');
}
