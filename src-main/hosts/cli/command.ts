/** What several commands share: exit codes, error messages and values of options. */
import { InvalidArgumentError } from 'commander';
import { linesOf } from '#main/hosts/headless/lines-error.ts';
import type { StartupProblem } from '#main/kit/ports.ts';

const expectedProblems = new Set(['StartupProblem', 'ConfigurationProblem', 'CertifyUsageError']);

/** `usage`: an invalid command, argument, option or file. */
export const exitCodes = { failed: 1, usage: 2, undecided: 3, interrupted: 130 } as const;

const usageCodes: readonly StartupProblem['code'][] = [
  'not_a_workspace',
  'data_folder_tracked',
  'data_not_usable',
  'host_unusable',
  'token_unusable',
  'token_too_short',
];

/** Whether the start failed because of an option or a file, not because of the machine's state. */
export const isUsageProblem = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ConfigurationProblem' ||
    ('code' in error && usageCodes.some((code) => code === error.code)));

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Use a port from 0 to 65535; 0 picks a free one.');
  return port;
}

/** The name of a code helps only for expected errors. */
export function problemLines(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [`Unexpected error: ${String(error)}`];
  if (!expectedProblems.has(error.name)) return [`Unexpected error: ${error.message}`];
  return 'code' in error ? [`${error.message} (${error.code})`] : linesOf(error);
}
