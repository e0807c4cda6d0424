import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import { createAuthorities } from './certificate-authorities.ts';
import { createDestinations } from './destinations.ts';
import { type ConfigTools, createSources } from './sources.ts';

/** Where messages come from and go to, and which certificates of webhooks are trusted. */
export const createConnections = (
  tools: ConfigTools & { readonly ownEndpoints: Pick<OwnEndpoints, 'isReachedBy'> },
) => ({
  sources: createSources(tools),
  destinations: createDestinations(tools),
  certificateAuthorities: createAuthorities(tools),
});
