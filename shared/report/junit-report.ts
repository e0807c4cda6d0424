/** A certification report as JUnit XML, for CI. */
import {
  type CertificationDocument,
  type DocumentLine,
  differenceLines,
} from './certification-document.ts';
import { markup } from './markup.ts';

const withNote = ({ message, note }: DocumentLine): string =>
  note === null ? message : `${message} ${note}`;

function outcome(line: DocumentLine): string {
  const message = markup(withNote(line));
  const lines = line.evidence.flatMap(({ text, difference }) => [
    text,
    ...(difference === null ? [] : differenceLines(difference)),
  ]);
  const evidence = markup(lines.join('\n'));
  switch (line.outcome) {
    case 'passed':
      return evidence === '' ? '' : `<system-out>${evidence}</system-out>`;
    case 'warned':
      return `<system-out>${markup([withNote(line), ...lines].join('\n'))}</system-out>`;
    case 'failed':
      return evidence === ''
        ? `<failure message="${message}"/>`
        : `<failure message="${message}">${evidence}</failure>`;
    case 'inconclusive':
      return `<error message="${message}" type="inconclusive"/>`;
    case 'skipped':
      return `<skipped message="${message}"/>`;
  }
}

const testCase = (group: string, line: DocumentLine): string => {
  const time = line.seconds === null ? '' : ` time="${line.seconds.toFixed(3)}"`;
  return `    <testcase classname="hookwright.${group}" name="${line.code}: ${markup(line.title)}"${time}>${outcome(line)}</testcase>`;
};

const attributes = (
  { seconds: total }: CertificationDocument,
  lines: readonly DocumentLine[],
): string => {
  const count = (of: DocumentLine['outcome']) =>
    lines.filter(({ outcome }) => outcome === of).length;
  const time = (total ?? lines.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)).toFixed(3);
  return `tests="${lines.length}" failures="${count('failed')}" errors="${count('inconclusive')}" skipped="${count('skipped')}" time="${time}"`;
};

const property = (name: string, value: string): string =>
  `<property name="${name}" value="${markup(value)}"/>`;

export function junitReport(document: CertificationDocument): string {
  const properties = [
    property('url', document.url),
    ...(document.profile === null ? [] : [property('profile', document.profile)]),
  ].join('');
  const suites = document.groups.map(({ code, title, lines }) =>
    [
      `  <testsuite name="${markup(title)}" ${attributes(document, lines)} timestamp="${new Date(document.startedAt).toISOString()}">`,
      `    <properties>${properties}</properties>`,
      ...lines.map((line) => testCase(code, line)),
      '  </testsuite>',
    ].join('\n'),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Hookwright certification" ${attributes(
      document,
      document.groups.flatMap(({ lines }) => lines),
    )}>`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}
