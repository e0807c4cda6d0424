/** The built-in provider profiles (D55). */
import type { Backoff } from './backoff.ts';
import { type ProfileClause, ProviderProfile } from './profile.ts';
import { paddle, shopify, square, stripe } from './providers/commerce.ts';
import { convoy, outpost, rudderstack } from './providers/gateways.ts';
import {
  discord,
  hubspot,
  sendgrid,
  slack,
  twilioForm,
  twilioJson,
} from './providers/messaging.ts';
import { github, linear } from './providers/repositories.ts';
import { segmentActions, segmentClassic } from './providers/segment.ts';
import {
  clerk,
  gitlab,
  gitlabToken,
  resend,
  standardWebhooks,
  svix,
} from './providers/standard-webhooks.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** The specification: what a destination follows unless it names another profile. */
export const defaultProfileId = 'segment-classic';

export const builtInProfiles: readonly ProviderProfile[] = [
  segmentClassic,
  segmentActions,
  standardWebhooks,
  svix,
  rudderstack,
  github,
  gitlab,
  gitlabToken,
  stripe,
  shopify,
  slack,
  paddle,
  square,
  clerk,
  resend,
  twilioForm,
  twilioJson,
  sendgrid,
  discord,
  hubspot,
  linear,
  outpost,
  convoy,
].map((profile) => ProviderProfile.parse(profile));

const byId = new Map(builtInProfiles.map((profile) => [profile.id, profile]));

/** Undefined if no built-in profile has this ID. */
export const builtInProfile = (id: string): ProviderProfile | undefined => byId.get(id);

/** The profile of a destination: a built-in one by its ID, or one of its own. */
export function profileOf({
  profile,
}: {
  readonly profile: string | ProviderProfile;
}): ProviderProfile {
  if (typeof profile !== 'string') return profile;
  const found = byId.get(profile);
  if (found === undefined) throw new Error(`There is no profile "${profile}".`);
  return found;
}

/** Whether a source documents a clause. A profile of one's own documents all of its clauses. */
export const isDocumented = (profile: ProviderProfile, clause: ProfileClause): boolean =>
  !builtInProfiles.includes(profile) || (profile.sources[clause]?.length ?? 0) > 0;

/** Names, in lower case, in which built-in profiles send their signature. */
export const signatureHeaders: ReadonlySet<string> = new Set(
  builtInProfiles.flatMap(({ signature }) =>
    signature.kind === 'none' ? [] : [signature.header.toLowerCase()],
  ),
);

/** Whether a built-in profile sends its signature in this header. */
export const isSignatureHeader = (name: string): boolean =>
  signatureHeaders.has(name.toLowerCase());

/** Whether a destination signs as the specification says (spec 5). */
export const signsAsSpecified = (destination: {
  readonly profile: string | ProviderProfile;
}): boolean =>
  JSON.stringify(profileOf(destination).signature) ===
  JSON.stringify(profileOf({ profile: defaultProfileId }).signature);

/** Whether a destination gets events of its provider, and no messages. */
export const takesPayloads = (destination: {
  readonly profile: string | ProviderProfile;
}): boolean => profileOf(destination).body === 'payload';

/** The retries of a destination: its own policy, or the schedule of its profile. */
export function backoffOf(destination: {
  readonly profile: string | ProviderProfile;
  readonly retry: RetryPolicy;
}): Backoff {
  const { retries } = profileOf(destination);
  return retries.kind === 'destination' ? destination.retry : retries;
}
