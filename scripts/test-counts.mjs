/** Counts passed tests in the reports of the two test runners. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inProject, projectFolder } from './project.mjs';

/**
 * @typedef {object} Failure
 * @property {string} name Of a test, or of a file or run that failed as a whole.
 * @property {string} reason Empty where the runner gives none.
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {Failure[]} failures
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
    const path = relative(projectFolder, file.name);
    counts.seconds.set(path, (file.endTime - file.startTime) / 1000);
    const hasFailedTest = file.assertionResults.some(
      (/** @type {any} */ { status }) => status === 'failed',
    );
    // It does not load, or a hook failed, whose tests are skipped.
    if (file.status === 'failed' && !hasFailedTest)
      counts.failures.push({ name: path, reason: file.message ?? '' });
    for (const { status, title, fullName, failureMessages = [] } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed')
        counts.failures.push({ name: `${path} ${fullName}`, reason: failureMessages.join('\n') });
      else if (title.startsWith(skippedPrefix)) skip(counts, title.slice(skippedPrefix.length));
      else skip(counts, fullName);
    }
  }
  return counts;
}

/** @param {any} spec */
const nameOf = (spec) => `${spec.file}:${spec.line} ${spec.title}`;

/** @param {readonly any[]} results */
const errorsOf = (results) =>
  results
    .flatMap(({ errors = [] }) => errors.map((/** @type {any} */ { message }) => message))
    .join('\n');

/** @param {Counts} counts @param {string} file @param {readonly { duration: number }[]} results */
function addSeconds(counts, file, results) {
  const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
  counts.seconds.set(file, (counts.seconds.get(file) ?? 0) + seconds);
}

/** @param {any} report @returns {Counts} */
export function countPlaywright(report) {
  const counts = none();
  for (const { message = '' } of report.errors ?? [])
    counts.failures.push({ name: 'playwright', reason: message });
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
        else counts.failures.push({ name: nameOf(spec), reason: errorsOf(test.results) });
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
    return { ...none(), failures: [{ name: file, reason: 'no report' }] };
  }
}

/** Written by the last run of each runner. */
export const reports = {
  vitest: inProject('out', 'reports', 'vitest.json'),
  playwright: inProject('out', 'reports', 'playwright.json'),
};

export const vitestCounts = () => read(reports.vitest, countVitest);
export const playwrightCounts = () => read(reports.playwright, countPlaywright);

const failedSteps = inProject('out', 'reports', 'failed-steps.json');

/** @param {readonly string[]} names Of the linter, the runners and the like. */
export function writeFailedSteps(names) {
  mkdirSync(dirname(failedSteps), { recursive: true });
  writeFileSync(failedSteps, JSON.stringify(names));
}

/**
 * Names of the steps and tests that failed in the last run.
 * @returns {readonly string[]}
 */
export const failuresOfLastRun = () => [
  ...readSteps(),
  ...sumOf([vitestCounts(), playwrightCounts()]).failures.map(({ name }) => name),
];

/** @returns {readonly string[]} */
function readSteps() {
  try {
    return JSON.parse(readFileSync(failedSteps, 'utf8'));
  } catch {
    return ['npm test, which did not finish'];
  }
}

const maxReasonLines = 15;

/** Its name, and below it the start of its reason. @param {Failure} failure */
export function failureLines({ name, reason }) {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`failed: ${name}`, ...lines.slice(0, maxReasonLines).map((line) => `    ${line}`)];
}

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
