import { ProviderProfile } from '#shared/profiles/profile.ts';

/** A small profile of one's own: sends the secret itself, and never retries. */
export const tokenProfile = ProviderProfile.parse({
  id: 'acme',
  name: 'Acme',
  signature: { kind: 'token', header: 'Acme-Token' },
  headers: [['Content-Type', 'application/json']],
  timeLimitMs: 5_000,
  success: { accepted: ['2xx'] },
  retries: { kind: 'none' },
  body: 'payload',
});
