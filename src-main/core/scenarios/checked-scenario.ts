/** The result of a check: variables, servers, and servers beyond this machine. */
import { remoteOrigins, usesOwnServers } from '#shared/scenario/origins.ts';
import type { ReadResult } from '#shared/scenario/read.ts';
import type { Scenario } from '#shared/scenario/scenario.ts';
import { isDetailed } from '#shared/scenario/variables.ts';
import type { CheckedScenario, ScenarioVariable } from '#shared/schemas/scenario/workspace.ts';

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
    ...{ isResettable: reset !== undefined, hasLookUp: lookUp !== undefined },
  })) ?? [];

export const checkedOf = ({
  name,
  cases,
  variables,
  problems,
  scenarios,
}: ReadResult): CheckedScenario => ({
  name,
  seed: scenarios[0]?.seed ?? 1,
  cases: [...cases],
  variables: declaredVariables({ variables }),
  remoteOrigins: originsOf(scenarios),
  servers: serversOf(scenarios),
  usesOwnServers: scenarios.some(usesOwnServers),
  problems: [...problems],
});
