/** The report of an exploration: a case per disturbance. */
import { formatCount } from '#shared/kit/format.ts';
import {
  disturbanceLabels,
  exhaustiveFacts,
  findingText,
  incompleteText,
  progressText,
  reasonText,
  triedText,
  uncheckedTexts,
} from '#shared/scenarios/exploration-text.ts';
import type {
  DisturbanceKind,
  ExplorationCoverage,
  ExplorationReport,
} from '#shared/scenarios/schema/exploration.ts';
import type { CaseVerdict, Report, ReportCase } from './report.ts';

/** What the report of the exploration itself lacks. */
interface Explored {
  /** Of the scenario. */
  readonly name: string;
  readonly file: string;
  readonly disturbances: readonly DisturbanceKind[];
  readonly allowIncomplete: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
}

const reportCase = (
  name: string,
  kind: string,
  verdict: CaseVerdict,
  message = '',
): ReportCase => ({
  ...{ name, kind, verdict, message, label: verdict, code: null, place: null },
  ...{ note: null, seconds: null, details: [], aside: null },
});

/** Undefined for a disturbance of an exploration that ended before the first one. */
type Tried = ExplorationCoverage['kinds'][number] | undefined;

function caseOf(
  kind: DisturbanceKind,
  tried: Tried,
  report: ExplorationReport,
  { allowIncomplete }: Explored,
): ReportCase {
  const { finding, verdict } = report;
  const as = (of: CaseVerdict, message?: string): ReportCase => ({
    ...reportCase(disturbanceLabels[kind], kind, of, message),
    details: tried === undefined ? [] : [{ label: 'tried', text: progressText(tried) }],
  });
  if (finding?.disturbances.some((one) => one.kind === kind))
    return as('failed', findingText(finding).join(' '));
  // The finding ended the search, or the scenario fails by itself.
  if (finding !== null && tried?.untried !== 0) return as('skipped', 'Not tried.');
  if (tried === undefined) return as('inconclusive', reasonText(report) ?? 'Not tried.');
  if (tried.notApplicable !== null) return as('skipped', triedText(tried));
  if (tried.untried === 0) return as('passed');
  const message = `${formatCount(tried.untried)} not tried.`;
  if (allowIncomplete && verdict === 'passed') return as('warned', message);
  return as('inconclusive', [message, reasonText(report) ?? ''].join(' '));
}

/** Beside the disturbances. */
function otherCases(
  report: ExplorationReport,
  cases: readonly ReportCase[],
): readonly ReportCase[] {
  const { finding, reason, verdict } = report;
  if (finding?.disturbances.length === 0) {
    const text = findingText(finding).join(' ');
    return [reportCase('Without disturbances', 'expectation', 'failed', text)];
  }
  const isExplained = cases.some((one) => one.verdict === 'inconclusive');
  return verdict === 'inconclusive' && reason !== null && !isExplained
    ? [reportCase(reason.code, reason.code, 'inconclusive', reason.message)]
    : [];
}

export function explorationReport(report: ExplorationReport, explored: Explored): Report {
  const { name, file, disturbances, startedAt, durationMs } = explored;
  const { coverage, verdict, isComplete, unchecked, seed, command } = report;
  const cases = disturbances.map((kind) =>
    caseOf(
      kind,
      coverage.kinds.find((one) => one.kind === kind),
      report,
      explored,
    ),
  );
  const seconds = durationMs / 1_000;
  const heading = `Exploration: ${verdict}`;
  return {
    ...{ name: 'Hookwright exploration', title: heading, heading, verdict, seconds },
    ...{ facts: [], cause: null, requests: [] },
    columns: { groups: [], cases: ['Verdict', 'Disturbance'] },
    groups: [
      {
        ...{ name, suite: file, className: file, result: null, startedAt, seconds },
        properties: [
          { label: 'scenario', text: name },
          { label: 'seed', text: String(seed) },
          { label: 'isComplete', text: String(isComplete) },
          { label: 'schedules', text: String(coverage.runs) },
          ...exhaustiveFacts(report),
        ],
        ...{ description: null, facts: [], figure: '' },
        leads: [
          ...(isComplete || coverage.kinds.length === 0 ? [] : [incompleteText(report)]),
          ...unchecked.map((code) => uncheckedTexts[code]),
          `repeat: ${command}`,
        ],
        cases: [...cases, ...otherCases(report, cases)],
      },
    ],
  };
}
