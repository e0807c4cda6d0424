/** Scenarios with a committed digest: those in `conformance/`, and the examples that need no server. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunReport } from '#shared/schemas/scenario/report.ts';

export const project = resolve(import.meta.dirname, '../..');

/** For servers of one's own, or too large for a test. */
const leftOut = ['own-receiver.yaml', 'outage-own-server.yaml', 'audience.yaml'];

const scenariosIn = (folder: string): readonly string[] =>
  readdirSync(join(project, folder)).filter((name) => name.endsWith('.yaml'));

/** Paths in the project. */
export const conformanceFiles: readonly string[] = [
  ...scenariosIn('test/rehearsal/conformance').map((name) => `test/rehearsal/conformance/${name}`),
  ...scenariosIn('examples/scenarios')
    .filter((name) => !leftOut.includes(name))
    .map((name) => `examples/scenarios/${name}`),
];

/** File and case: the name of a run in `conformance/digests.json`. */
export const nameOfRun = ({ scenario }: RunReport): string =>
  [scenario.file.replaceAll('\\', '/'), scenario.case].filter((part) => part !== null).join(' ');
