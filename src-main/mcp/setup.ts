/** What is set up, whose secrets no read-only agent may see. */
import type { ContractClient } from '#shared/contract/index.ts';
import type { Redaction } from '#shared/lib/redaction.ts';
import { type Setup, setupRedaction } from '#shared/lib/setup-redaction.ts';

export async function readSetup(client: ContractClient): Promise<Setup> {
  const [sources, destinations, mocks] = await Promise.all([
    client.sources.list(),
    client.destinations.list(),
    client.mocks.list(),
  ]);
  return { sources, destinations, mocks };
}

export const redactionOfSetup = async (client: ContractClient): Promise<Redaction> =>
  setupRedaction(await readSetup(client));
