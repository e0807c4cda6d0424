/** What is set up, whose secrets no read-only agent may see. */
import type { ContractClient } from '#shared/contract/index.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import { type Setup, setupRedaction } from '#shared/lib/setup-redaction.ts';

export async function readSetup(client: ContractClient) {
  const [sources, destinations, mocks, { headersToRedact }] = await Promise.all([
    client.sources.list(),
    client.destinations.list(),
    client.mocks.list(),
    client.settings.get(),
  ]);
  return { sources, destinations, mocks, headersToRedact } satisfies Setup;
}

export const redactionOfSetup = async (client: ContractClient): Promise<Redaction> =>
  setupRedaction(await readSetup(client));
