/** Audiences, computed traits and deletion requests over REST, and the values receivers got. */
import type { Audience } from '#shared/audiences/audience.ts';
import type { Deletion } from '#shared/audiences/deletion.ts';
import type { Sync } from '#shared/audiences/sync.ts';
import type { Trait } from '#shared/audiences/trait.ts';
import type { Host } from './start-host.ts';
import type { TargetServer } from './target-server.ts';

export function addAudience(
  host: Host,
  sourceId: string,
  settings: object = {},
): Promise<Audience> {
  const audience = { name: 'Big Spenders', sourceId, ...settings };
  return host.api('POST', '/audiences', audience) as Promise<Audience>;
}

export async function addMembers(
  host: Host,
  { id }: Audience,
  userIds: readonly string[],
): Promise<void> {
  await host.api('POST', `/audiences/${id}/members`, { userIds });
}

export async function memberIds(host: Host, { id }: Audience): Promise<readonly string[]> {
  const page = (await host.api('GET', `/audiences/${id}/members?limit=500`)) as {
    items: { userId: string }[];
  };
  return page.items.map(({ userId }) => userId);
}

export function addTrait(host: Host, sourceId: string): Promise<Trait> {
  return host.api('POST', '/traits', { name: 'Plan', sourceId }) as Promise<Trait>;
}

/** Resolves when the sync has finished. */
export async function sync(host: Host, path: string): Promise<void> {
  await host.api('POST', `${path}/syncs`);
  await ended(host, path);
}

async function ended(host: Host, path: string): Promise<void> {
  const { items } = (await host.api('GET', `${path}/syncs?limit=1`)) as { items: Sync[] };
  if (items[0]?.state === 'running') await ended(host, path);
}

export function deletionsOf(host: Host): Promise<readonly Deletion[]> {
  return host
    .api('GET', '/deletions')
    .then((page) => (page as { items: readonly Deletion[] }).items);
}

/** The value of each identify message, in order of arrival: `ada true`. */
export function syncedTo({ requests }: TargetServer, key: string): readonly string[] {
  return requests.map(({ body }) => {
    const { userId, traits } = JSON.parse(body);
    return `${userId} ${JSON.stringify(traits[key])}`;
  });
}
