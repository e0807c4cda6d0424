/** How the destinations that send to a mock endpoint sign. */

import type { ConfigCache } from '#main/store/config-cache.ts';
import { type Destination, webhooksOf } from '#shared/connections/destination.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';

type Sender = Pick<Destination, 'profile' | 'webhookUrl' | 'webhooks'>;

/** The host may be a tunnel or another name of this machine, so only the path counts. */
const nameIn = (url: string): string | null =>
  /^\/mock\/([^/]+)/.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? null;

const unknownSender = [profileOf({ profile: defaultProfileId })];

/** By name of the mock endpoint. */
export function createSenderProfiles() {
  let profiles: ReadonlyMap<string, readonly ProviderProfile[]> = new Map();
  return {
    set(senders: readonly Sender[]): void {
      const pairs = senders.flatMap((sender) =>
        webhooksOf(sender).flatMap(({ url }) => {
          const name = nameIn(url);
          return name === null ? [] : [[name, profileOf(sender)] as const];
        }),
      );
      profiles = new Map(
        [...Map.groupBy(pairs, ([name]) => name)].map(([name, of]) => [
          name,
          [...new Set(of.map(([, profile]) => profile))],
        ]),
      );
    },
    /** Without a destination, that of the specification. */
    of: (mock: string): readonly ProviderProfile[] => profiles.get(mock) ?? unknownSender,
  };
}

/** Of the destinations that are set up. */
export function followSenders(configCache: ConfigCache): SenderProfiles {
  const senderProfiles = createSenderProfiles();
  const set = () => senderProfiles.set(configCache.destinations());
  set();
  configCache.subscribe(set);
  return senderProfiles;
}

export type SenderProfiles = ReturnType<typeof createSenderProfiles>;
