/** The report of runs: a group per run, a case per check. */
import { compactDuration, formatLatency, formatOffset } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import type {
  Check,
  InconclusiveReason,
  RunReport,
  SuiteShard,
} from '#shared/scenarios/schema/report.ts';
import type { Report, ReportCase, ReportDetail, ReportGroup } from './report.ts';
import {
  detailsOf,
  flakyText,
  placeText,
  runName,
  shardFacts,
  verdictCounts,
  verdictMarks,
} from './scenario-text.ts';
import { timelineFigure } from './scenario-timeline.ts';

const labelOf = (verdict: Check['verdict']): string =>
  `${verdict === 'skipped' ? '–' : verdictMarks[verdict]} ${verdict}`;

const caseOf = (check: Check, seconds: number): ReportCase => {
  const { name, kind, code, verdict, reason, found, warnings, decidedAt } = check;
  return {
    ...{ name, kind, verdict, seconds },
    label: labelOf(verdict),
    code: null,
    place: placeText(check) || code,
    message: reason ?? found ?? '',
    note: null,
    details: [
      ...detailsOf(check).filter(([label]) => label !== 'found'),
      ...warnings.map((text) => ['warning', text] as const),
    ].map(([label, text]) => ({ label, text })),
    aside: formatOffset(decidedAt),
  };
};

/** A reason that no check names, such as a stall. */
const reasonCase = (
  { code, message, place }: InconclusiveReason,
  seconds: number,
  atMs: number,
): ReportCase => ({
  ...{ name: code, kind: code, code: null, place: placeText({ place }) || null },
  ...{ verdict: 'inconclusive', label: labelOf('inconclusive'), message, note: null },
  ...{ seconds, details: [], aside: formatOffset(atMs) },
});

/** `history hash` becomes `historyHash`. */
const propertyOf = ({ label, text }: ReportDetail): ReportDetail => ({
  label: label.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
  text,
});

function groupOf(report: RunReport, index: number, shard: readonly ReportDetail[]): ReportGroup {
  const { scenario, verdict, seed, historyHash, virtualMs, real, counts, checks, command } = report;
  const { messages, deliveries, attempts, requests, open } = counts;
  const named = new Set(checks.map(({ name, found }) => `${name}: ${found}`));
  const reasons = report.inconclusive.filter(({ message }) => !named.has(message));
  // Checks share the run, so their times add up to its duration.
  const seconds = real.durationMs / 1_000 / Math.max(1, checks.length + reasons.length);
  const flaky = flakyText(report);
  const hash = historyHash === '' ? [] : [{ label: 'history hash', text: historyHash }];
  return {
    name: scenario.name,
    ...{ suite: runName(report), className: runName(report) },
    result: {
      verdict,
      label: flaky === null ? labelOf(verdict) : `${labelOf(verdict)} (flaky)`,
      aside: compactDuration(virtualMs),
    },
    ...{ startedAt: real.startedAt, seconds: real.durationMs / 1_000 },
    properties: [
      { label: 'scenario', text: scenario.name },
      { label: 'seed', text: String(seed) },
      ...hash.map(propertyOf),
      { label: 'virtualSeconds', text: (virtualMs / 1_000).toFixed(3) },
      ...shard.map(propertyOf),
      ...(flaky === null ? [] : [{ label: 'flaky', text: flaky }]),
    ],
    description: scenario.description,
    facts: [
      { label: 'file', text: runName(report) },
      { label: 'seed', text: String(seed) },
      ...hash,
      {
        label: 'duration',
        text: `${compactDuration(virtualMs)} of virtual time in ${formatLatency(real.durationMs)}`,
      },
      {
        label: 'counts',
        text: `${formatCount(messages)} messages, ${formatCount(deliveries)} deliveries (${formatCount(open)} open), ${formatCount(attempts)} attempts, ${formatCount(requests)} requests`,
      },
      { label: 'command', text: command },
      ...(flaky === null ? [] : [{ label: 'flaky', text: flaky }]),
    ],
    figure: timelineFigure(report, `run-${index + 1}`),
    leads:
      verdict === 'passed'
        ? []
        : [`replay: ${command}`, ...(real.archive === null ? [] : [`archive: ${real.archive}`])],
    cases: [
      ...checks.map((check) => caseOf(check, seconds)),
      ...reasons.map((reason) => reasonCase(reason, seconds, virtualMs)),
    ],
  };
}

/** `shard`: that all reports are of; null for a whole suite. */
export function scenarioReport(
  reports: readonly RunReport[],
  shard: SuiteShard | null = null,
): Report {
  const facts = shardFacts(shard);
  return {
    name: 'Hookwright scenarios',
    title: `Scenarios: ${verdictCounts(reports)}`,
    heading: `Scenarios: ${verdictCounts(reports)}`,
    ...{ verdict: null, facts, cause: null, requests: [] },
    seconds: reports.reduce((sum, { real }) => sum + real.durationMs, 0) / 1_000,
    columns: {
      groups: ['Verdict', 'Scenario', 'Virtual time'],
      cases: ['Verdict', 'Check', 'Decided'],
    },
    groups: reports.map((report, index) => groupOf(report, index, facts)),
  };
}
