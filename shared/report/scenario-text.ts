/** Runs of scenarios as plain text, for the terminal and for CI. */
import { compactDuration, formatLatency, formatOffset } from '#shared/kit/duration.ts';
import { capitalized, formatCount } from '#shared/kit/format.ts';
import type {
  Check,
  NearestMiss,
  RunReport,
  SuiteShard,
  Verdict,
} from '#shared/scenarios/schema/report.ts';
import type { ReportDetail } from './report.ts';

export const verdictMarks: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '?',
};

export const runName = ({ scenario }: Pick<RunReport, 'scenario'>): string =>
  scenario.case === null ? scenario.file : `${scenario.file} (${scenario.case})`;

export const placeText = ({ place }: Pick<Check, 'place'>): string =>
  place === null ? '' : `${place.file}:${place.line}:${place.column}`;

/** `orders-101, attempt 10, +1h 15m 49s   event="Order Completed" ✓   status<300 ✗ 503`. */
export function missText({ subject, at, terms }: NearestMiss): string {
  const checked = terms.map(({ term, matches, found }) =>
    matches ? `${term} ✓` : `${term} ✗ ${found ?? 'none'}`,
  );
  return [`${subject}, ${formatOffset(at)}`, ...checked].join('   ');
}

/** A check's explanation as names and texts. Omits a history that an earlier check has. */
export function detailsOf(
  check: Check,
  earlier: readonly Check[] = [],
): readonly (readonly [string, string])[] {
  const { name, expected, found, history, nearest } = check;
  const isRepeated =
    history !== null && earlier.some((earlierCheck) => earlierCheck.history === history);
  return [
    ...(expected === null || expected === name ? [] : [['expected', expected] as const]),
    ...(found === null ? [] : [['found', isRepeated ? `${found}; see above` : found] as const]),
    ...(history === null || isRepeated ? [] : [['history', history] as const]),
    ...nearest.map((miss) => ['closest', missText(miss)] as const),
  ];
}

/** What is wrong, in one sentence. */
export const checkSentence = ({ name, expected, found }: Check): string =>
  found === null
    ? capitalized(name)
    : `${capitalized(found)}${expected === null ? '' : ` (expected: ${expected})`}`;

export const isFailing = ({ verdict }: Pick<Check, 'verdict'>): boolean =>
  verdict === 'failed' || verdict === 'inconclusive';

/** `failed, then passed`, of a run that gave something else before; null for all others. */
export function flakyText({
  verdict,
  real,
}: Pick<RunReport, 'verdict'> & Partial<Pick<RunReport, 'real'>>): string | null {
  const earlier = real?.earlierVerdicts ?? [];
  return earlier.every((before) => before === verdict)
    ? null
    : [...earlier, verdict].join(', then ');
}

/** Of a shard: its number, and the hashes that all shards of its suite share. */
export const shardFacts = (shard: SuiteShard | null): readonly ReportDetail[] =>
  shard === null
    ? []
    : [
        { label: 'shard', text: `${shard.index}/${shard.count}` },
        { label: 'selection hash', text: shard.selectionHash },
        ...(shard.durationsHash === null
          ? []
          : [{ label: 'durations hash', text: shard.durationsHash }]),
      ];

const hashLength = 12;

export const shardLines = (shard: SuiteShard | null): readonly string[] =>
  shard === null
    ? []
    : [
        shardFacts(shard)
          .map(({ label, text }) => `${label} ${text.slice(0, hashLength)}`)
          .join('   '),
      ];

/** One line: verdict, file, name, seed, times and the start of the history hash. */
export function runLine(report: RunReport): string {
  const { scenario, seed, verdict, virtualMs, real, historyHash } = report;
  const times = `${compactDuration(virtualMs)} in ${formatLatency(real.durationMs)}`;
  const flaky = flakyText(report);
  return [
    `${verdictMarks[verdict]} ${runName(report)}  ${scenario.name}`,
    `seed ${seed}`,
    times,
    ...(historyHash === '' ? [] : [`history ${historyHash.slice(0, hashLength)}`]),
    ...(flaky === null ? [] : [`flaky: ${flaky}`]),
  ].join('   ');
}

const placeColumn = 86;
const labelWidth = 10;

const detailLine = (label: string, text: string): string =>
  `    ${label.padEnd(labelWidth)}${text}`;

function checkLines(check: Check, earlier: readonly Check[]): readonly string[] {
  const place = placeText(check);
  const mark = check.verdict === 'inconclusive' ? '? ' : '';
  const heading = `  ${mark}${check.name}`;
  return [
    place === '' ? heading : `${heading.padEnd(placeColumn)}  ${place}`,
    ...detailsOf(check, earlier).map(([label, text]) => detailLine(label, text)),
  ];
}

/** The line of a run, its warnings, and its failures in full. */
export function runLines(report: RunReport): readonly string[] {
  const failing = report.checks.filter(isFailing);
  const warnings = report.checks.flatMap(({ name, warnings: texts }) =>
    texts.map((text) => `  warning: ${name}: ${text}`),
  );
  const reasons = report.inconclusive.map(({ code, message }) => `  ${code}: ${message}`);
  return [
    runLine(report),
    ...failing.flatMap((check, index) => checkLines(check, failing.slice(0, index))),
    ...reasons,
    ...warnings,
    ...(report.verdict === 'passed' ? [] : [`  replay    ${report.command}`]),
  ];
}

const verdictOrder: readonly Verdict[] = ['passed', 'failed', 'inconclusive'];

/** `12 passed, 1 failed (1 flaky)`. */
export function verdictCounts(reports: readonly Parameters<typeof flakyText>[0][]): string {
  const counts = verdictOrder
    .map((verdict) => ({
      verdict,
      count: reports.filter((report) => report.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${formatCount(count)} ${verdict}`)
    .join(', ');
  const flaky = reports.filter((report) => flakyText(report) !== null).length;
  return flaky === 0 ? counts : `${counts} (${formatCount(flaky)} flaky)`;
}
