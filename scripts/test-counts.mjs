/** Counts passed tests in the reports of the two test runners. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inProject, projectFolder } from './project.mjs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {string[]} failures Names of failed tests, and of files and runs that failed as a whole.
 * @property {number} skipped
 * @property {Map<string, number>} skips Skipped tests by reason.
 * @property {Map<string, number>} seconds Time of each file.
 */

/** @returns {Counts} */
const none = () => ({
  passed: 0,
  failures: [],
  skipped: 0,
  skips: new Map(),
  seconds: new Map(),
});

/** @param {Counts} counts @param {string} reason */
function skip(counts, reason) {
  counts.skipped += 1;
  counts.skips.set(reason, (counts.skips.get(reason) ?? 0) + 1);
}

const skippedPrefix = 'skipped: ';

/** The title of a skipped test, which states only the reason. @param {string} reason */
export const skippedTitle = (reason) => `${skippedPrefix}${reason}`;

/** @param {any} report @returns {Counts} */
export function countVitest(report) {
  const counts = none();
  for (const file of report.testResults) {
    counts.seconds.set(relative(projectFolder, file.name), (file.endTime - file.startTime) / 1000);
    const hasFailedTest = file.assertionResults.some(
      (/** @type {any} */ { status }) => status === 'failed',
    );
    // It does not load, or a hook failed, whose tests are skipped.
    if (file.status === 'failed' && !hasFailedTest) counts.failures.push(file.name);
    for (const { status, title, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failures.push(fullName);
      else if (title.startsWith(skippedPrefix)) skip(counts, title.slice(skippedPrefix.length));
      else skip(counts, fullName);
    }
  }
  return counts;
}

/** @param {any} spec */
const nameOf = (spec) => `${spec.file}:${spec.line} ${spec.title}`;

/** @param {Counts} counts @param {string} file @param {readonly { duration: number }[]} results */
function addSeconds(counts, file, results) {
  const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
  counts.seconds.set(file, (counts.seconds.get(file) ?? 0) + seconds);
}

/** @param {any} report @returns {Counts} */
export function countPlaywright(report) {
  const counts = none();
  for (const error of report.errors ?? []) counts.failures.push(error.message ?? 'playwright');
  /** @param {any} suite */
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests) {
        addSeconds(counts, spec.file, test.results);
        const reason = test.annotations?.find(
          (/** @type {any} */ annotation) => annotation.type === 'skip',
        );
        if (test.status === 'skipped') skip(counts, reason?.description ?? spec.title);
        else if (test.status === 'expected') counts.passed += 1;
        else counts.failures.push(nameOf(spec));
      }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites) visit(suite);
  return counts;
}

/** @param {string} file @param {(report: any) => Counts} count */
function read(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Without a report, the runner itself has failed.
    return { ...none(), failures: [file] };
  }
}

/** Written by the last run of each runner. */
export const reports = {
  vitest: inProject('out', 'reports', 'vitest.json'),
  playwright: inProject('out', 'reports', 'playwright.json'),
};

export const vitestCounts = () => read(reports.vitest, countVitest);
export const playwrightCounts = () => read(reports.playwright, countPlaywright);

/** Names of the tests that failed in the last run. */
export const failedTests = () => sumOf([vitestCounts(), playwrightCounts()]).failures;

/** @param {readonly Counts[]} all @returns {Counts} */
export function sumOf(all) {
  const sum = none();
  for (const counts of all) {
    sum.passed += counts.passed;
    sum.failures.push(...counts.failures);
    sum.skipped += counts.skipped;
    for (const [reason, count] of counts.skips)
      sum.skips.set(reason, (sum.skips.get(reason) ?? 0) + count);
  }
  return sum;
}

/**
 * @param {readonly Counts[]} all
 * @param {number} count
 * @returns {{ file: string, seconds: number }[]} The slowest first.
 */
export const slowestFiles = (all, count) =>
  all
    .flatMap(({ seconds }) => [...seconds].map(([file, time]) => ({ file, seconds: time })))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count);
