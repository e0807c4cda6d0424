/** What a response status means to a provider (D25, D55, D58). */
import type { ProviderProfile } from './profile.ts';

export type StatusMeaning = 'accepted' | 'retried' | 'not_retried' | 'final';

const meanings = [
  ['accepted', 'accepted'],
  ['notRetried', 'not_retried'],
  ['retried', 'retried'],
] as const satisfies (readonly [keyof ProviderProfile['success'], StatusMeaning])[];

const patternsOf = (status: number): readonly string[] => [
  String(status),
  `${Math.floor(status / 100)}xx`,
];

/** Whether a status or its class is in a list. */
export const isListed = (list: readonly string[], status: number): boolean =>
  patternsOf(status).some((pattern) => list.includes(pattern));

/** Whether the provider disables an endpoint that returns this status. */
export const isDisabling = (
  { disabling }: Pick<ProviderProfile, 'disabling'>,
  status: number,
): boolean => isListed(disabling?.statuses ?? [], status);

/** A status of its own has priority over its class. */
export function statusMeaning(
  { success }: Pick<ProviderProfile, 'success'>,
  status: number,
): StatusMeaning {
  for (const pattern of patternsOf(status))
    for (const [list, meaning] of meanings) if (success[list].includes(pattern)) return meaning;
  return success.others;
}

/** What a receiver should respond with. */
export const acceptedStatus = (profile: Pick<ProviderProfile, 'success'>): number =>
  statusMeaning(profile, 200) === 'accepted'
    ? 200
    : Number(profile.success.accepted[0]?.replace('xx', '00'));
