/** Scenarios with committed reports: those in `conformance/`, and the examples that need no server. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { RunReport } from '#shared/scenarios/schema/report.ts';

export const project = resolve(import.meta.dirname, '../../..');

/** For servers of one's own, or too large for a test. */
const leftOut = [
  'own-receiver.yaml',
  'idempotency.yaml',
  'outage-own-server.yaml',
  'audience.yaml',
];

const scenariosIn = (folder: string): readonly string[] =>
  readdirSync(join(project, folder)).filter((name) => name.endsWith('.yaml'));

/** Paths in the project. */
export const conformanceFiles: readonly string[] = [
  ...scenariosIn('test/scenarios/sandbox/conformance').map(
    (name) => `test/scenarios/sandbox/conformance/${name}`,
  ),
  ...scenariosIn('examples/scenarios')
    .filter((name) => !leftOut.includes(name))
    .map((name) => `examples/scenarios/${name}`),
];

/** What is the same on every machine and in every version. */
type CanonicalReport = Omit<RunReport, 'real' | 'version'>;

/** File and case, which committed reports leave out if it is null. */
export const nameOfRun = ({ scenario }: Pick<RunReport, 'scenario'>): string =>
  [scenario.file.replaceAll('\\', '/'), scenario.case ?? ''].filter(Boolean).join(' ');

const folder = join(import.meta.dirname, 'conformance/reports');

/** The file with the reports of a scenario: one per case. */
export const reportsFile = (scenario: string): string =>
  join(folder, `${basename(dirname(scenario))}-${basename(scenario, '.yaml')}.json`);

const withoutEmpty = (_: string, value: unknown): unknown =>
  value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;

/** A line per field and check, so that a change shows what differs. */
function textOf({ real: _real, version: _version, ...canonical }: RunReport): string {
  const fields = Object.entries(canonical).map(([name, value]) => {
    const text =
      name === 'checks' && Array.isArray(value)
        ? `[\n${value.map((check) => `    ${JSON.stringify(check, withoutEmpty)}`).join(',\n')}\n  ]`
        : (JSON.stringify(value, withoutEmpty) ?? '[]');
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}`;
}

export const reportsText = (reports: readonly RunReport[]): string => {
  const inOrder = reports.toSorted((a, b) => (nameOfRun(a) < nameOfRun(b) ? -1 : 1));
  return `[${inOrder.map(textOf).join(', ')}]\n`;
};

export const committedReports = (): readonly CanonicalReport[] =>
  conformanceFiles.flatMap((file) => JSON.parse(readFileSync(reportsFile(file), 'utf8')));
