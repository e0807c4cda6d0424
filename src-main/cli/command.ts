/** What several commands share: exit codes, error messages and values of options. */
import { InvalidArgumentError } from 'commander';

const expectedProblems = new Set(['StartupProblem', 'ConfigurationProblem', 'CertifyUsageError']);

/** `usage`: an invalid command, argument or option. */
export const exitCodes = { failed: 1, usage: 2 } as const;

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Use a port from 0 to 65535; 0 picks a free one.');
  return port;
}

/** The name of a code helps only for expected errors. */
export function problemText(error: unknown): string {
  if (!(error instanceof Error)) return `Unexpected error: ${String(error)}`;
  if (!expectedProblems.has(error.name)) return `Unexpected error: ${error.message}`;
  return 'code' in error ? `${error.message} (${error.code})` : error.message;
}
