/** Calls of every kind, each with its own user, to identify it on arrival. */
import type { Analytics } from '#shared/client/index.ts';

export const userOf = (n: number): string => `user-${n}`;

const calls: readonly ((analytics: Analytics, userId: string) => void)[] = [
  (analytics, userId) => analytics.identify({ userId, traits: { plan: 'team' } }),
  (analytics, userId) =>
    analytics.track({ userId, event: 'Order Completed', properties: { total: 9.5 } }),
  (analytics, userId) => analytics.page({ userId, name: 'Pricing', traits: { path: '/pricing' } }),
  (analytics, userId) => analytics.group({ userId, groupId: 'g1', traits: { employees: 329 } }),
  (analytics, userId) => analytics.alias({ userId, previousId: `before-${userId}` }),
];

/** Makes calls number `from` to `to` (exclusive). */
export function callMixed(analytics: Analytics, from: number, to: number): void {
  for (let n = from; n < to; n += 1) calls[n % calls.length]?.(analytics, userOf(n));
}

/** The users in webhook bodies, in order of their numbers. */
export const usersIn = (bodies: readonly string[]): readonly string[] =>
  bodies
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .map((body) => String(body.userId ?? body['User ID']))
    .sort((one, other) => Number(one.slice(5)) - Number(other.slice(5)));

export const usersUpTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => userOf(n));
