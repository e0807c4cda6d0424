/** Counts passed tests in the reports of the two test runners. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {string[]} failures Names of failed tests, and of files and runs that failed as a whole.
 * @property {number} skipped
 * @property {Map<string, number>} skips Skipped tests by reason.
 * @property {string[]} retried Names of tests that passed only on retry.
 */

/** @returns {Counts} */
const none = () => ({ passed: 0, failures: [], skipped: 0, skips: new Map(), retried: [] });

/** @param {Counts} counts @param {string} reason */
function skip(counts, reason) {
  counts.skipped += 1;
  counts.skips.set(reason, (counts.skips.get(reason) ?? 0) + 1);
}

/** @param {any} report @returns {Counts} */
export function countVitest(report) {
  const counts = none();
  for (const file of report.testResults) {
    if (file.status === 'failed' && file.assertionResults.length === 0)
      counts.failures.push(file.name);
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failures.push(fullName);
      else skip(counts, fullName);
    }
  }
  return counts;
}

/** @param {any} spec */
const nameOf = (spec) => `${spec.file}:${spec.line} ${spec.title}`;

/** @param {any} report @returns {Counts} */
export function countPlaywright(report) {
  const counts = none();
  for (const error of report.errors ?? []) counts.failures.push(error.message ?? 'playwright');
  /** @param {any} suite */
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests) {
        const reason = test.annotations?.find(
          (/** @type {any} */ annotation) => annotation.type === 'skip',
        );
        if (test.status === 'skipped') skip(counts, reason?.description ?? spec.title);
        else if (test.status === 'expected') counts.passed += 1;
        else if (test.status === 'flaky') {
          counts.passed += 1;
          counts.retried.push(nameOf(spec));
        } else counts.failures.push(nameOf(spec));
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

/** @param {string} file */
export const vitestCounts = (file) => read(file, countVitest);
/** @param {string} file */
export const playwrightCounts = (file) => read(file, countPlaywright);

/** @param {readonly (Counts | null)[]} all @returns {Counts} */
export function sumOf(all) {
  const sum = none();
  for (const counts of all) {
    if (counts === null) continue;
    sum.passed += counts.passed;
    sum.failures.push(...counts.failures);
    sum.skipped += counts.skipped;
    sum.retried.push(...counts.retried);
    for (const [reason, count] of counts.skips)
      sum.skips.set(reason, (sum.skips.get(reason) ?? 0) + count);
  }
  return sum;
}
