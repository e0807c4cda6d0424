/** A report as JUnit XML, for CI: a suite per group, a test case per case. Standard attributes only. */
import { markup } from './markup.ts';
import { type CaseVerdict, detailLines, type Report, type ReportCase } from './report.ts';

const time = (seconds: number): string => ` time="${seconds.toFixed(3)}"`;

const output = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<system-out>${markup(lines.join('\n'))}</system-out>`;

function outcome({ verdict, kind, place, message, note, details }: ReportCase): string {
  const text = note === null ? message : `${message} ${note}`;
  const lines = details.flatMap(detailLines);
  switch (verdict) {
    case 'passed':
      return output(lines);
    case 'warned':
      return output([text, ...lines]);
    case 'skipped':
      return `<skipped message="${markup(text)}"/>`;
    case 'failed':
    case 'inconclusive': {
      const element = verdict === 'failed' ? 'failure' : 'error';
      // Also in the content, because some servers show only that.
      const content = [...(place === null ? [] : [place]), text, ...lines].join('\n');
      return `<${element} message="${markup(text)}" type="${kind}">${markup(content)}</${element}>`;
    }
  }
}

function testCase(className: string, of: ReportCase): string {
  const name = of.code === null ? of.name : `${of.code}: ${of.name}`;
  return `    <testcase classname="${markup(className)}" name="${markup(name)}"${of.seconds === null ? '' : time(of.seconds)}>${outcome(of)}</testcase>`;
}

const counter =
  (cases: readonly ReportCase[]) =>
  (name: string, of: CaseVerdict): string =>
    ` ${name}="${cases.filter(({ verdict }) => verdict === of).length}"`;

const counts = (cases: readonly ReportCase[]): string => {
  const count = counter(cases);
  return ` tests="${cases.length}"${count('failures', 'failed')}${count('errors', 'inconclusive')}`;
};

export function junitReport({ name, seconds, groups }: Report): string {
  const suites = groups.map((group) => {
    const { suite, className, cases, properties, leads } = group;
    // The schema allows neither milliseconds nor a time zone.
    const timestamp = group.startedAt.slice(0, '2026-01-01T00:00:00'.length);
    const skipped = counter(cases)('skipped', 'skipped');
    return [
      `  <testsuite name="${markup(suite)}"${counts(cases)}${skipped}${time(group.seconds)} timestamp="${markup(timestamp)}">`,
      '    <properties>',
      ...properties.map(
        ({ label, text }) => `      <property name="${label}" value="${markup(text)}"/>`,
      ),
      '    </properties>',
      ...cases.map((of) => testCase(className, of)),
      ...(leads.length === 0 ? [] : [`    ${output(leads)}`]),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}"${counts(groups.flatMap(({ cases }) => cases))}${time(seconds)}>`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}
