/** Servers that a scenario sends requests to. Those on other machines must be allowed. */

import { isLoopback } from '#shared/kit/loopback.ts';
import type { Scenario } from './scenario.ts';

function urlsOf({ given, when, then, clock }: Scenario): readonly string[] {
  const servers = given.servers.flatMap(({ url, reset, lookUp }) => [url, reset?.url, lookUp]);
  const webhooks = given.destinations.flatMap((destination) => destination.webhooks);
  const changed = when.flatMap((step) =>
    step.action === 'destination' ? (step.input.patch.webhooks ?? []) : [],
  );
  return [
    ...servers,
    ...[...webhooks, ...changed].map((webhook) => ('url' in webhook ? webhook.url : undefined)),
    ...given.mocks.map(({ forward }) => forward?.url),
    ...when.map((step) => {
      if (step.action === 'mock') return step.input.patch.forward?.url;
      return step.action === 'http' ? step.input.url : undefined;
    }),
    clock.notifyUrl ?? undefined,
    ...[...then, ...when.flatMap((step) => (step.action === 'check' ? step.input : []))].map(
      (expectation) => (expectation.subject === 'probe' ? expectation.url : undefined),
    ),
  ].filter((url) => url !== undefined);
}

/** Whether requests go to servers other than mock endpoints. */
export const usesOwnServers = (scenario: Scenario): boolean => urlsOf(scenario).length > 0;

const parsedUrls = (scenario: Scenario): readonly URL[] =>
  urlsOf(scenario).map((url) => new URL(url));

export const serverOrigins = (scenario: Scenario): readonly string[] => [
  ...new Set(parsedUrls(scenario).map(({ origin }) => origin)),
];

/** Origins on other machines. */
export function remoteOrigins(scenario: Scenario): readonly string[] {
  const urls = parsedUrls(scenario);
  return [
    ...new Set(urls.filter(({ hostname }) => !isLoopback(hostname)).map(({ origin }) => origin)),
  ];
}
