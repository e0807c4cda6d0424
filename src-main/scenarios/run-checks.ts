/** What is checked before a scenario runs. */
import { AppError, fieldError } from '#main/kit/app-error.ts';
import { remoteOrigins, usesOwnServers } from '#shared/scenarios/origins.ts';
import { predict } from '#shared/scenarios/predict.ts';
import type { ReadResult } from '#shared/scenarios/read.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { CheckedScenario, ScenarioVariable } from '#shared/scenarios/schema/workspace.ts';
import { isDetailed } from '#shared/scenarios/variables.ts';

export function chosenCase(scenarios: readonly Scenario[], caseName: string | null): Scenario {
  const chosen = scenarios.find((scenario) => scenario.case === caseName);
  if (chosen !== undefined) return chosen;
  const names = scenarios.map((scenario) => scenario.case).filter((name) => name !== null);
  throw names.length === 0
    ? fieldError(['case'], 'This scenario has no cases.', 'Leave case empty.')
    : fieldError(['case'], `Choose one of the cases: ${names.join(', ')}.`);
}

export function throwFirst([problem]: ReadResult['problems']): void {
  if (problem === undefined) return;
  const { file, line, column, message, fix } = problem;
  throw new AppError('conflict', `${file}:${line}:${column}: ${message}`, { fix });
}

/** In an untrusted workspace, a run may only send to Hookwright's mock endpoints (D60). */
export function checkServers(
  servers: Pick<CheckedScenario, 'usesOwnServers' | 'remoteOrigins'>,
  allowed: readonly string[],
  isTrusted: () => boolean,
): void {
  if (!isTrusted() && servers.usesOwnServers)
    throw new AppError('conflict', "The workspace isn't trusted, so nothing is sent to servers.", {
      fix: 'Trust it, or use mock endpoints only.',
    });
  for (const origin of servers.remoteOrigins)
    if (!allowed.includes(origin))
      throw fieldError(
        ['allowOrigins'],
        `This scenario sends requests to ${origin}.`,
        'If you trust it, add it to allowOrigins.',
      );
}

// The result of a check: variables, servers, and servers beyond this machine.

const declaredVariables = ({ variables }: Pick<ReadResult, 'variables'>): ScenarioVariable[] =>
  Object.entries(variables).map(([name, variable]) =>
    isDetailed(variable)
      ? {
          ...{ name, default: variable.default ?? null },
          ...{ env: variable.env ?? null, isSecret: variable.secret },
        }
      : { name, default: variable, env: null, isSecret: false },
  );

const originsOf = (scenarios: readonly Scenario[]): string[] => [
  ...new Set(scenarios.flatMap(remoteOrigins)),
];

/** The same in every case. */
const serversOf = ([scenario]: readonly Scenario[]): CheckedScenario['servers'] =>
  scenario?.given.servers.map(({ name, url, reset, lookUp }) => ({
    ...{ name, url },
    isResettable: reset !== undefined,
    hasLookUp:
      lookUp !== undefined ||
      scenario.then.some((one) => one.subject === 'probe' && one.server === name),
  })) ?? [];

export const checkedOf = ({
  name,
  description,
  cases,
  variables,
  problems,
  scenarios,
}: ReadResult): CheckedScenario => ({
  name,
  description,
  seed: scenarios[0]?.seed ?? 1,
  cases: [...cases],
  variables: declaredVariables({ variables }),
  remoteOrigins: originsOf(scenarios),
  servers: serversOf(scenarios),
  usesOwnServers: scenarios.some(usesOwnServers),
  prediction: scenarios[0] === undefined ? null : predict(scenarios[0]),
  problems: [...problems],
});
