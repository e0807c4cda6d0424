/** Reports of scenarios: terminal, JUnit, HTML and GitHub, all made from the JSON report. */
import { describe, expect, it } from 'vitest';
import { reportJson } from '#main/hosts/cli/scenarios/reports.ts';
import { checkInvariants } from '#main/scenarios/checks/check-invariants.ts';
import { indexHistory } from '#main/scenarios/history/history-index.ts';
import { createRunReport } from '#main/scenarios/run-report.ts';
import { ciLine } from '#shared/kit/visible-text.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import { githubAnnotations, githubSummary } from '#shared/report/scenario-github.ts';
import { scenarioReport } from '#shared/report/scenario-report.ts';
import { runLines } from '#shared/report/scenario-text.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { check, type Written } from '#test/scenarios/evaluated.ts';
import { hourMs, outage, outageRun, type SimulatedRun } from '#test/scenarios/simulated-run.ts';
import { junitProblems } from './strict-junit.ts';

const htmlOf = (reports: readonly RunReport[]): string => htmlReport(scenarioReport(reports));
const junitOf = (reports: readonly RunReport[]): string => junitReport(scenarioReport(reports));

const file = 'outage.yaml';
const expectations: readonly Written[] = [
  {
    name: 'each order is accepted exactly once',
    requests: 'event="Order Completed" status<300',
    mock: 'shop',
    per: 'message',
    count: 1,
    within: '4h',
  },
  { lost: 0 },
  { name: 'no <refund> & "co"', requests: 'event=Refund', count: 0 },
];

async function reportOf(run: SimulatedRun, change: Partial<RunReport> = {}): Promise<RunReport> {
  const history = indexHistory(run.events);
  const checks = await Promise.all(
    expectations.map(async (written, index) => ({
      ...(await check(written, run)),
      place: { file, line: 15 + index, column: 5 },
    })),
  );
  const skip = [{ code: 'log' as const, reason: 'it logs' }];
  const report = createRunReport(
    {
      version: '0.1.0',
      scenario: {
        file,
        name: 'Two-hour outage & recovery',
        description: null,
        tags: [],
        case: null,
      },
      seed: 1,
      command: 'npx hookwright run outage.yaml --seed 1',
      real: {
        startedAt: '2026-11-23T22:15:36.123Z',
        durationMs: 1_700,
        archive: 'hookwright-report/outage-1.hookwright-run',
      },
      checks: [...checks, ...checkInvariants(history, run.facts, run.observations, skip)],
      inconclusive: [],
      outages: [{ mock: 'shop', ...outage }],
      randomHeaders: new Set(),
    },
    history,
    run.facts,
  );
  return { ...report, ...change };
}

const passed = await reportOf(outageRun());
const failed = await reportOf(outageRun({ windowMs: hourMs }));
const stalled: RunReport = {
  ...passed,
  verdict: 'inconclusive',
  inconclusive: [{ code: 'stall', message: '3 attempts to <orders>, no response', place: null }],
};
const reports = [passed, failed, stalled];

describe('the text of a run', () => {
  it('is one line when it passed, and its warnings', () => {
    const [line, ...others] = runLines(passed);
    expect(line).toMatch(
      /^✓ outage\.yaml {2}Two-hour outage & recovery {3}seed 1 {3}\d+h.* in 1\.7 s {3}history [0-9a-f]{12}$/,
    );
    expect(others).toEqual([expect.stringContaining('warning: no <refund>')]);
  });

  it('explains each failure once', () => {
    const lines = runLines(failed);
    expect(lines[0]).toMatch(/^✗ outage\.yaml/);
    expect(lines[1]).toMatch(/^ {2}each order is accepted exactly once {40,}outage\.yaml:15:5$/);
    const labels = lines.slice(2).map((line) => /^ +(\S+)/.exec(line)?.[1]);
    expect(labels).toEqual([
      'expected',
      'found',
      'history',
      'closest',
      'no',
      'found',
      'warning:',
      'replay',
    ]);
    expect(lines[5]).toMatch(/event="Order Completed" ✓ {3}status<300 ✗ 503$/);
    expect(lines[7]).toMatch(/of 600 messages were lost: orders-101 to orders-\d+.*; see above$/);
    expect(lines.at(-1)).toMatch(/run outage\.yaml --seed 1$/);
  });

  it('says what a flaky run gave before', () => {
    const runBefore = (...earlierVerdicts: RunReport['verdict'][]): RunReport => ({
      ...passed,
      real: { ...passed.real, earlierVerdicts },
    });
    const flaky = runBefore('failed', 'inconclusive');
    const text = 'failed, then inconclusive, then passed';
    expect(runLines(flaky)[0]).toContain(`   flaky: ${text}`);
    expect(junitOf([flaky])).toContain(`<property name="flaky" value="${text}"/>`);
    expect(htmlOf([flaky])).toContain(`<dt>flaky</dt><dd>${text}</dd>`);
    const steady = runBefore('passed');
    for (const shown of [runLines(steady).join(), junitOf([steady]), htmlOf([steady])])
      expect(shown).not.toContain('flaky');
  });

  it('names why a run is inconclusive', () => {
    expect(runLines(stalled)).toContain('  stall: 3 attempts to <orders>, no response');
  });
});

describe('JUnit', () => {
  it('is valid by the strict schema', () => {
    expect(junitProblems(junitOf(reports))).toEqual([]);
    expect(junitProblems(junitOf([]))).toEqual([]);
  });

  it('has a test case per check, and the verdicts', () => {
    const count = (xml: string, text: string) => xml.split(text).length - 1;
    const xml = junitOf(reports);
    expect(count(xml, '<testsuite ')).toBe(3);
    expect(count(xml, '<testcase ')).toBe(3 * 9 + 1);
    expect(count(xml, '<failure ')).toBe(2);
    expect(count(xml, '<error ')).toBe(1);
    expect(count(xml, '<skipped ')).toBe(3);
    expect(xml).toContain(failed.historyHash);
    expect(xml).toContain(`replay: ${failed.command}&#10;archive: ${failed.real.archive}`);
    const times = [...xml.matchAll(/<testcase [^>]*time="([\d.]+)"/g)].map(([, time]) =>
      Number(time),
    );
    const [, suite] = /<testsuites [^>]*time="([\d.]+)"/.exec(xml) ?? [];
    expect(times.reduce((sum, time) => sum + time, 0)).toBeCloseTo(Number(suite), 1);
  });

  it('names why a run ended early, and says once why a check is inconclusive', () => {
    const checks = passed.checks.map((check, index) => ({
      ...check,
      ...(index < 2 && { verdict: 'inconclusive' as const, found: 'not evaluated' }),
    }));
    const message = `${checks[0]?.name}: not evaluated`;
    const inconclusive = [
      ...stalled.inconclusive,
      { code: 'look_up_failed' as const, message, place: null },
    ];
    const report = { ...stalled, checks, inconclusive };
    const xml = junitOf([report]);
    expect(xml.match(/<error message="(?:3 attempts to|not evaluated)/g)).toHaveLength(3);
    expect(xml).not.toContain('look_up_failed');
    expect(junitProblems(xml)).toEqual([]);
    expect(htmlOf([report])).toContain('3 attempts to &lt;orders&gt;, no response');
  });

  it('that is changed is found invalid', () => {
    const xml = junitOf(reports);
    expect(junitProblems(xml.replace('<testcase ', '<testcase file="a" '))).not.toEqual([]);
    expect(
      junitProblems(
        xml.replace('failures="2"', 'failures="3"').replace('skipped="1"', 'skipped="2"'),
      ),
    ).not.toEqual([]);
    expect(() => junitProblems(xml.replace('&lt;', '<'))).toThrow();
  });
});

describe('HTML', () => {
  it('is one file without a script or an address, with all checks and the timeline', () => {
    const html = htmlOf(reports);
    expect(html).not.toMatch(/<script|https?:|<link|@import/);
    expect(html.split('<svg ').length - 1).toBe(3);
    for (const { name } of failed.checks)
      expect(html).toContain(
        name
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
          .replaceAll("'", '&#39;'),
      );
    expect(html).not.toContain('<rect class="copy"');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('HTML shows copies beside the requests they are copies of', () => {
  const bucket = { index: 3, ok: 2, failed: 0, noResponse: 0, copies: 1 };
  const lanes = [{ mock: 'shop', buckets: [bucket] }];
  const html = htmlOf([{ ...passed, timeline: { ...passed.timeline, lanes } }]);
  const leftOf = (name: string): number =>
    Number(new RegExp(`<rect class="${name}" x="([\\d.]+)"`).exec(html)?.[1]);
  expect(leftOf('copy')).toBeGreaterThan(leftOf('ok'));
  expect(html).toMatch(/<title>shop, [^<]*\b1 extra copy\b/);
});

describe.each([
  ['JSON', reportJson],
  ['HTML', (report: RunReport) => htmlOf([report])],
  ['JUnit', (report: RunReport) => junitOf([report])],
])('a report as %s', (_, textOf) => {
  it('has no character that a terminal or an editor acts on', () => {
    const hostile = '\u001b]0;x\u0007\u009b2J\u202eevil\u2066\u2028';
    const [check] = failed.checks;
    const text = textOf({
      ...failed,
      scenario: { ...failed.scenario, name: hostile, case: hostile },
      checks: check === undefined ? [] : [{ ...check, name: hostile, found: hostile }],
      inconclusive: [{ code: 'stall', message: hostile, place: null }],
    });
    expect(text).toContain('evil');
    expect(text).not.toMatch(/[^\P{C}\n]|\p{Zl}/u);
  });
});

describe.each([
  ['JSON', reportJson],
  ['HTML', (report: RunReport) => htmlOf([report])],
  ['JUnit', (report: RunReport) => junitOf([report])],
  ['a summary', (report: RunReport) => githubSummary([report])],
  ['text', (report: RunReport) => `${runLines(report).map(ciLine).join('\n')}\n`],
])('a report as %s', (_, textOf) => {
  it.each(['\n::error::x', '\r\n  ::add-mask::x\n', '::error::x', 'a ##[error]x ##VSO[a]b'])(
    'has no command for the log of CI that shows it: %j',
    (hostile) => {
      const text = textOf({
        ...failed,
        scenario: {
          ...failed.scenario,
          ...{ name: hostile, file: hostile, case: hostile, description: hostile },
        },
        command: hostile,
        real: { ...failed.real, archive: hostile },
        checks: failed.checks.map((check) => ({
          ...check,
          ...{ name: hostile, expected: `${hostile}1`, found: hostile, history: hostile },
          ...{ reason: hostile, warnings: [hostile, hostile] },
          nearest: [],
          place: { file: hostile, line: 1, column: 1 },
        })),
        inconclusive: [{ code: 'stall', message: hostile, place: null }],
      });
      expect(text).not.toMatch(/(?:^|[\r\n])\s*::|##[a-z]*\[/i);
    },
  );
});

describe('GitHub', () => {
  it('gets one annotation per run that did not pass, at its first failure', () => {
    const annotations = githubAnnotations(reports);
    expect(annotations).toHaveLength(2);
    expect(annotations[0]).toMatch(
      /^::error file=outage\.yaml,line=15,col=5,title=Two-hour outage & recovery%3A failed::each order/,
    );
    expect(annotations[1]).toMatch(
      /^::warning file=outage\.yaml,title=.*::3 attempts to <orders>, no response$/,
    );
  });

  it('gets annotations on one line', () => {
    const [first] = githubAnnotations([
      { ...stalled, inconclusive: [{ code: 'stall', message: 'a\nb%', place: null }] },
    ]);
    expect(first).toMatch(/::a‹LF›b%25$/);
  });

  it('shows what is in names and details, and nothing in them acts', () => {
    const hostile =
      '\u001b]0;x\u0007\u009b2J\u202e\n::error::x\r\n##[error]x ##vso[a]b | ![a](https://a.example) <b>';
    const [check] = failed.checks;
    const report: RunReport = {
      ...failed,
      scenario: { ...failed.scenario, name: hostile, file: hostile, case: hostile },
      checks: check === undefined ? [] : [{ ...check, name: hostile, found: hostile }],
      inconclusive: [{ code: 'stall', message: hostile, place: null }],
    };
    const annotations = githubAnnotations([report]);
    const summary = githubSummary([report]);
    expect(annotations).toHaveLength(1);
    expect([...annotations, summary].join('')).not.toMatch(/[^\P{C}\n]/u);
    expect([...annotations, summary].join('')).not.toMatch(/##[a-z]*\[/i);
    expect(summary).not.toMatch(/^::/m);
    const row = summary.split('\n').find((line) => line.startsWith('| ✗'));
    expect(row).not.toMatch(/(?<!\\)[[<!]/);
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(7);
  });

  it('gets a summary that names the shard and the runs that are flaky', () => {
    const flaky = { ...passed, real: { ...passed.real, earlierVerdicts: ['failed' as const] } };
    const shard = { index: 2, count: 3, selectionHash: 'a'.repeat(64), durationsHash: null };
    const summary = githubSummary([passed, flaky], shard);
    expect(summary).toMatch(
      /^### Scenarios: 2 passed \(1 flaky\)\n\nshard 2\/3 {3}selection hash a{12}\n/,
    );
    expect(summary.match(/^\| ✓ passed .*$/gm)?.map((row) => row.includes('flaky'))).toEqual([
      false,
      true,
    ]);
  });

  it('gets a summary with a row per run, and the failures in full', () => {
    const summary = githubSummary(reports);
    expect(summary).toMatch(/^### Scenarios: 1 passed, 1 failed, 1 inconclusive\n/);
    expect(summary.match(/^\| [✓✗?] /gm)).toHaveLength(3);
    expect(summary).toContain(runLines(failed).join('\n'));
  });
});
