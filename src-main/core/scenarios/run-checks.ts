/** What is checked before a scenario runs. */
import { remoteOrigins } from '#shared/scenario/origins.ts';
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

export function checkOrigins(scenario: Scenario, allowed: readonly string[]): void {
  for (const origin of remoteOrigins(scenario))
    if (!allowed.includes(origin))
      throw fieldError(
        ['allowOrigins'],
        `This scenario sends requests to ${origin}.`,
        'If you trust it, add it to allowOrigins.',
      );
}
