/** What is explored: the external, and expectations that every exploration needs. */
import type { Scenario } from '#shared/scenario/scenario.ts';
import { type ExploreTarget, NotExplorable, proxyOf } from './variant.ts';

function externalOf({ given }: Scenario, name: string | null): string {
  const names = given.external.map((external) => external.name);
  const [first, ...others] = names;
  if (first === undefined)
    throw new NotExplorable(
      'The scenario has no external.',
      'Add your receiver under given.external, with its url, reset and lookUp.',
    );
  if (name === null && others.length === 0) return first;
  if (name !== null && names.includes(name)) return name;
  throw new NotExplorable(
    name === null
      ? 'The scenario has several externals.'
      : `The scenario has no external "${name}".`,
    `Use ${names.join(', ')}.`,
    'external',
  );
}

/** Null: it can't be reset, so that every run would depend on the ones before it. */
function checkReset({ given }: Scenario, external: string): void {
  const { reset } = given.external.find(({ name }) => name === external) ?? {};
  if (reset === undefined)
    throw new NotExplorable(
      `The external "${external}" can't be reset between runs.`,
      'Add reset: { url: … } to it.',
    );
}

function addedTo({ given, then }: Scenario, external: string): ExploreTarget['added'] {
  const { lookUp } = given.external.find(({ name }) => name === external) ?? {};
  const lost = then.some(({ subject }) => subject === 'lost') ? [] : [{ lost: 0 }];
  if (lookUp === undefined)
    return [
      ...lost,
      {
        name: 'every request is accepted',
        requests: 'cause:target fault:none',
        receiver: proxyOf(external),
        every: 'status<300',
      },
      {
        name: 'every request gets a response',
        requests: 'cause:target_failed',
        receiver: proxyOf(external),
        count: 0,
      },
    ];
  const isLookedUp = then.some(({ subject }) => subject === 'lookUp');
  // Notices of deletions have no message ID.
  const processed = {
    ...{ name: 'each message is processed once', lookUp: external },
    ...{ messages: 'not type:delete', count: 1 },
  };
  return [...lost, ...(isLookedUp ? [] : [processed])];
}

/** `external` may be null if there is only one. Throws a NotExplorable. */
export function exploreTarget(
  scenario: Scenario,
  text: string,
  external: string | null,
): ExploreTarget {
  const chosen = externalOf(scenario, external);
  checkReset(scenario, chosen);
  return { text, external: chosen, case: scenario.case, added: addedTo(scenario, chosen) };
}
