/** A certification report as JUnit XML, for CI. */
import {
  type CertificationReport,
  type CertificationResult,
  certificationGroups,
  certificationGroupTitles,
} from '../schemas/certification.ts';
import { markup } from './markup.ts';

const secondsOf = ({ responses }: CertificationResult): number =>
  responses.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;

const withNote = ({ message, note }: CertificationResult): string =>
  note === null ? message : `${message} ${note}`;

function outcome(result: CertificationResult): string {
  const message = markup(withNote(result));
  switch (result.outcome) {
    case 'passed':
      return '';
    case 'warned':
      return `<system-out>${message}</system-out>`;
    case 'failed':
      return `<failure message="${message}"/>`;
    case 'skipped':
    case 'not_run':
      return `<skipped message="${message}"/>`;
  }
}

const testCase = (result: CertificationResult): string =>
  `    <testcase classname="hookwright.${result.group}" name="${result.code}: ${markup(result.title)}" time="${secondsOf(result).toFixed(3)}">${outcome(result)}</testcase>`;

const attributes = (results: readonly CertificationResult[]): string => {
  const count = (...outcomes: readonly string[]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const time = results.reduce((sum, result) => sum + secondsOf(result), 0).toFixed(3);
  return `tests="${results.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped', 'not_run')}" time="${time}"`;
};

export function junitReport(report: CertificationReport): string {
  const suites = certificationGroups.map((group) => {
    const results = report.results.filter((result) => result.group === group);
    return [
      `  <testsuite name="${markup(certificationGroupTitles[group])}" ${attributes(results)} timestamp="${new Date(report.startedAt).toISOString()}">`,
      `    <properties><property name="url" value="${markup(report.url)}"/></properties>`,
      ...results.map(testCase),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Hookwright certification" ${attributes(report.results)}>`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}
