/** Reports of runs as files and annotations, and the exit code they give. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printAnnotations } from '#main/hosts/headless/print.ts';
import { isFileError, makeFolder, replaceFile } from '#main/kit/files.ts';
import { escapedJson } from '#shared/kit/visible-text.ts';
import { htmlReport } from '#shared/report/html.ts';
import { junitReport } from '#shared/report/junit.ts';
import { githubAnnotations, githubSummary } from '#shared/report/scenario-github.ts';
import { scenarioReport } from '#shared/report/scenario-report.ts';
import type { RunReport, RunReports } from '#shared/scenarios/schema/report.ts';
import { SelectionError } from './scenario-files.ts';

/** The only exit codes of a run. */
export const runExitCodes = {
  passed: 0,
  failed: 1,
  misuse: 2,
  inconclusive: 3,
  interrupted: 130,
} as const;

export function exitCodeOf(reports: readonly RunReport[]): number {
  const verdicts = new Set(reports.map(({ verdict }) => verdict));
  if (verdicts.has('failed')) return runExitCodes.failed;
  return verdicts.has('inconclusive') ? runExitCodes.inconclusive : runExitCodes.passed;
}

/** Files to write. */
export interface ReportOptions {
  readonly junit?: string;
  readonly html?: string;
  readonly json?: string;
  readonly github: boolean;
}

/** Creates its folder. Throws a SelectionError. */
export async function saveReport(file: string | undefined, text: () => string): Promise<void> {
  if (file === undefined) return;
  try {
    makeFolder(dirname(file));
    await replaceFile(file, text());
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new SelectionError(`${file} can't be written (${error.code}). Choose another file.`);
  }
}

/** The text of a JSON report, which may be printed or opened anywhere. */
export const reportJson = (report: object): string =>
  `${escapedJson(JSON.stringify(report, null, 2))}\n`;

export async function writeReports(
  { reports, ...of }: Omit<RunReports, 'format'>,
  { junit, html, json, github }: ReportOptions,
): Promise<void> {
  const file: RunReports = { format: 1, ...of, reports };
  await saveReport(junit, () => junitReport(scenarioReport(reports, of.shard)));
  await saveReport(html, () => htmlReport(scenarioReport(reports, of.shard)));
  await saveReport(json, () => reportJson(file));
  if (!github) return;
  printAnnotations(githubAnnotations(reports));
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary !== undefined)
    await writeFile(summary, githubSummary(reports, of.shard), { flag: 'a' });
}
