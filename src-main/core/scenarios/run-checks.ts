/** What is checked before a scenario runs. */
import { remoteOrigins, usesOwnServers } from '#shared/scenario/origins.ts';
import type { ReadResult } from '#shared/scenario/read.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import { AppError, fieldError } from '../app-error.ts';

export function chosenCase(scenarios: readonly Scenario[], caseName: string | null): Scenario {
  const chosen = scenarios.find((scenario) => scenario.case === caseName);
  if (chosen !== undefined) return chosen;
  const names = scenarios.map((scenario) => scenario.case).filter((name) => name !== null);
  throw names.length === 0
    ? fieldError(['case'], 'This scenario has no cases.', 'Leave case empty.')
    : fieldError(['case'], 'Choose one of the cases.', `Use ${names.join(', ')}.`);
}

export function throwFirst([problem]: ReadResult['problems']): void {
  if (problem === undefined) return;
  const { file, line, column, message, fix } = problem;
  throw new AppError('conflict', `${file}:${line}:${column}: ${message}`, { fix });
}

/** In an untrusted workspace, a run may only send to Hookwright's mock endpoints (D60). */
export function checkServers(
  scenario: Scenario,
  allowed: readonly string[],
  isTrusted: () => boolean,
): void {
  if (!isTrusted() && usesOwnServers(scenario))
    throw new AppError('conflict', "The workspace isn't trusted, so nothing is sent to servers.", {
      fix: 'Trust it, or use mock endpoints only.',
    });
  for (const origin of remoteOrigins(scenario))
    if (!allowed.includes(origin))
      throw fieldError(
        ['allowOrigins'],
        `This scenario sends requests to ${origin}.`,
        'If you trust it, add it to allowOrigins.',
      );
}
