/** Reports of runs as files and annotations, and the exit code they give. */
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printAnnotations, printError } from '#main/hosts/headless/print.ts';
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

type Write = (file: string) => Promise<void>;

/** Returns why a file can't be written; null if it was, or if there is none. */
async function writeProblem(
  file: string | undefined,
  write: Write,
  fix = 'Choose another file.',
): Promise<string | null> {
  if (file === undefined) return null;
  try {
    await write(file);
    return null;
  } catch (error) {
    if (!isFileError(error)) throw error;
    return `${file} can't be written (${error.code}). ${fix}`;
  }
}

const writeText =
  (text: () => string): Write =>
  async (file) => {
    makeFolder(dirname(file));
    await replaceFile(file, text());
  };

/** Creates its folder. Throws a SelectionError. */
export async function saveReport(file: string | undefined, text: () => string): Promise<void> {
  const problem = await writeProblem(file, writeText(text));
  if (problem !== null) throw new SelectionError(problem);
}

/**
 * Creates their folders. What can't be written is printed, and doesn't keep the others from being written. Returns the exit
 * code: a result that isn't reported as a whole has not passed.
 */
export async function saveReports(
  reports: readonly (readonly [file: string | undefined, text: () => string])[],
  exitCode: number,
): Promise<number> {
  const problems: string[] = [];
  for (const [file, text] of reports)
    problems.push(...[await writeProblem(file, writeText(text))].filter((one) => one !== null));
  return withProblems(problems, exitCode);
}

/** Prints what could not be written. Returns the exit code: a result that is not written has not passed. */
export function withProblems(problems: readonly string[], exitCode: number): number {
  if (problems.length > 0) printError(problems);
  return problems.length > 0 && exitCode === runExitCodes.passed ? runExitCodes.misuse : exitCode;
}

/** The text of a JSON report, which may be printed or opened anywhere. */
export const reportJson = (report: object): string =>
  `${escapedJson(JSON.stringify(report, null, 2))}\n`;

/** Returns the exit code, which is another one if not all could be written. */
export async function writeReports(
  { reports, ...of }: Omit<RunReports, 'format'>,
  { junit, html, json, github }: ReportOptions,
  exitCode: number,
): Promise<number> {
  const file: RunReports = { format: 1, ...of, reports };
  const code = await saveReports(
    [
      [junit, () => junitReport(scenarioReport(reports, of.shard))],
      [html, () => htmlReport(scenarioReport(reports, of.shard))],
      [json, () => reportJson(file)],
    ],
    exitCode,
  );
  if (!github) return code;
  printAnnotations(githubAnnotations(reports));
  const problem = await writeProblem(
    process.env.GITHUB_STEP_SUMMARY || undefined,
    (summary) => writeFile(summary, githubSummary(reports, of.shard), { flag: 'a' }),
    'Make it writable, or unset GITHUB_STEP_SUMMARY.',
  );
  return withProblems(problem === null ? [] : [problem], code);
}
