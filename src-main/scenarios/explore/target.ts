/** What is explored: the server, and expectations that every exploration needs. */
import { busyStatuses } from '#shared/certification/receiver.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import { readsServer } from '../expect/outside.ts';
import { type ExploreTarget, NotExplorable, proxyOf } from './variant.ts';

function serverOf({ given }: Scenario, name: string | null): string {
  const names = given.servers.map((server) => server.name);
  const [first, ...others] = names;
  if (first === undefined)
    throw new NotExplorable(
      'The scenario names no server of yours.',
      'Add your server under given.servers, with its url, reset and lookUp.',
    );
  if (name === null && others.length === 0) return first;
  if (name !== null && names.includes(name)) return name;
  throw new NotExplorable(
    name === null ? 'The scenario has several servers.' : `The scenario has no server "${name}".`,
    `Use ${names.join(', ')}.`,
    'server',
  );
}

/** Null: it can't be reset, so that every run would depend on the ones before it. */
function checkReset({ given }: Scenario, server: string): void {
  const { reset } = given.servers.find(({ name }) => name === server) ?? {};
  if (reset === undefined)
    throw new NotExplorable(
      `The server "${server}" can't be reset between runs.`,
      'Add reset: { url: … } to it.',
    );
}

/** The server has the message or no such user (409, 404, 410), or is busy. */
const unjudgedStatuses = [409, 404, 410, ...busyStatuses];

/** Notices of deletions have no message ID. */
const notDeletions = 'not type:delete';

/** Filters of the messages whose side effects the expectations look up. */
export function lookedUpIn(
  { then }: Scenario,
  { server, added }: ExploreTarget,
): readonly string[] {
  const own = then.flatMap((one) =>
    one.subject === 'lookUp' && one.server === server ? [one.filter] : [],
  );
  return added.some((one) => 'lookUp' in one) ? [...own, notDeletions] : own;
}

function addedTo({ given, then }: Scenario, server: string): ExploreTarget['added'] {
  const { lookUp } = given.servers.find(({ name }) => name === server) ?? {};
  const lost = then.some(({ subject }) => subject === 'lost') ? [] : [{ lost: 0 }];
  if (lookUp === undefined && then.some(readsServer)) return lost;
  if (lookUp === undefined)
    return [
      ...lost,
      {
        // Whether these are right depends on the message, which must not be lost.
        name: 'every request is accepted',
        requests: `cause:server fault:none status>=300 ${unjudgedStatuses.map((status) => `not status:${status}`).join(' ')}`,
        mock: proxyOf(server),
        // Not `every`, which fails without any request.
        count: 0,
      },
      {
        name: 'every request gets a response',
        // 504: no response in time, which is judged by itself (D69).
        requests: 'cause:server_failed not status:504',
        mock: proxyOf(server),
        count: 0,
      },
    ];
  const isLookedUp = then.some(({ subject }) => subject === 'lookUp');
  const processed = {
    ...{ name: 'each message is processed once', lookUp: server },
    ...{ messages: notDeletions, count: 1 },
  };
  return [...lost, ...(isLookedUp ? [] : [processed])];
}

/** The first one that sends to the server. */
export const destinationOf = ({ given }: Scenario, server: string) =>
  given.destinations.find(({ webhooks }) =>
    webhooks.some((webhook) => 'server' in webhook && webhook.server === server),
  );

/** `server` may be null if there is only one. Throws a NotExplorable. */
export function exploreTarget(
  scenario: Scenario,
  text: string,
  server: string | null,
): ExploreTarget {
  const chosen = serverOf(scenario, server);
  checkReset(scenario, chosen);
  const destination = destinationOf(scenario, chosen);
  return {
    ...{ text, server: chosen, case: scenario.case, added: addedTo(scenario, chosen) },
    timeLimitMs: profileOf(destination ?? { profile: defaultProfileId }).timeLimitMs,
  };
}
