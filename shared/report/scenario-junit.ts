/** Runs of scenarios as JUnit XML: a suite per run, a test case per check. Standard attributes only. */
import type { Check, InconclusiveReason, RunReport } from '#shared/scenarios/schema/report.ts';
import { markup } from './markup.ts';
import { detailsOf, placeText, runName } from './scenario-text.ts';

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const detailsText = (check: Check): string =>
  [placeText(check), ...detailsOf(check).map(([label, text]) => `${label}: ${text}`)]
    .filter((line) => line !== '')
    .join('\n');

function outcome(check: Check): string {
  const message = markup(check.found ?? check.verdict);
  switch (check.verdict) {
    case 'passed':
      return check.warnings.length === 0
        ? ''
        : `<system-out>${markup(check.warnings.join('\n'))}</system-out>`;
    case 'skipped':
      return `<skipped message="${markup(check.reason ?? '')}"/>`;
    case 'failed':
      return `<failure message="${message}" type="${check.kind}">${markup(detailsText(check))}</failure>`;
    case 'inconclusive':
      return `<error message="${message}" type="${check.kind}">${markup(detailsText(check))}</error>`;
  }
}

interface TestCase {
  readonly className: string;
  readonly name: string;
  readonly ms: number;
}

const testCase = ({ className, name, ms }: TestCase, content: string): string =>
  `    <testcase classname="${markup(className)}" name="${markup(name)}" time="${seconds(ms)}">${content}</testcase>`;

/** How to examine and repeat a run that did not pass. */
const leads = ({ verdict, command, real }: RunReport): readonly string[] =>
  verdict === 'passed'
    ? []
    : [`replay: ${command}`, ...(real.archive === null ? [] : [`archive: ${real.archive}`])];

/** Reasons that no check names, such as a stall. */
const runReasons = ({ checks, inconclusive }: RunReport): readonly InconclusiveReason[] =>
  checks.some(({ verdict }) => verdict === 'inconclusive') ? [] : inconclusive;

interface Suite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly durationMs: number;
}

function suiteOf(report: RunReport): Suite {
  const { checks, real, seed, historyHash, virtualMs } = report;
  const name = runName(report);
  const reasons = runReasons(report);
  const count = (verdict: Check['verdict']): number =>
    checks.filter((check) => check.verdict === verdict).length;
  const tests = checks.length + reasons.length;
  // Checks share the run, so their times add up to its duration.
  const ms = real.durationMs / Math.max(1, tests);
  const output = leads(report);
  const failures = count('failed');
  const errors = count('inconclusive') + reasons.length;
  // The schema allows neither milliseconds nor a time zone.
  const timestamp = real.startedAt.slice(0, '2026-01-01T00:00:00'.length);
  const counts = `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${count('skipped')}"`;
  const property = (key: string, value: string | number): string =>
    `      <property name="${key}" value="${markup(String(value))}"/>`;
  const text = [
    `  <testsuite name="${markup(name)}" ${counts} time="${seconds(real.durationMs)}" timestamp="${timestamp}">`,
    '    <properties>',
    property('scenario', report.scenario.name),
    property('seed', seed),
    ...(historyHash === '' ? [] : [property('historyHash', historyHash)]),
    property('virtualSeconds', seconds(virtualMs)),
    '    </properties>',
    ...checks.map((check) => testCase({ className: name, name: check.name, ms }, outcome(check))),
    ...reasons.map(({ code, message }) =>
      testCase(
        { className: name, name: code, ms },
        `<error message="${markup(message)}" type="${code}"/>`,
      ),
    ),
    ...(output.length === 0 ? [] : [`    <system-out>${markup(output.join('\n'))}</system-out>`]),
    '  </testsuite>',
  ].join('\n');
  return { text, tests, failures, errors, durationMs: real.durationMs };
}

export function scenarioJunit(reports: readonly RunReport[]): string {
  const suites = reports.map(suiteOf);
  const sum = (key: 'tests' | 'failures' | 'errors' | 'durationMs'): number =>
    suites.reduce((total, suite) => total + suite[key], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Hookwright scenarios" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}" time="${seconds(sum('durationMs'))}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>\n',
  ].join('\n');
}
