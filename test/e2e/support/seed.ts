/** Sets a host up over its REST interface and its ingestion, as scripts and SDKs do. */

import type { Destination, NewDestination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { Host } from './start-host.ts';

export const secret = 'wh_s3cret';

export function addSource(host: Host, name = 'Shop'): Promise<Source> {
  return host.api('POST', '/sources', { name }) as Promise<Source>;
}

export function addDestination(
  host: Host,
  settings: Partial<NewDestination> & { readonly name: string },
): Promise<Destination> {
  return host.api('POST', '/destinations', settings) as Promise<Destination>;
}

export interface Setup {
  readonly source: Source;
  readonly destination: Destination;
}

/** One source, connected to one signed destination. */
export async function connect(
  host: Host,
  url: string,
  settings: Partial<NewDestination> = {},
): Promise<Setup> {
  const source = await addSource(host);
  const destination = await addDestination(host, {
    name: 'Staging hooks',
    webhookUrl: `${url}/hook`,
    sharedSecret: secret,
    sourceIds: [source.id],
    ...settings,
  });
  return { source, destination };
}

/** Sends to the ingestion endpoint as an SDK does; returns the status. */
export async function ingest(
  host: Host,
  writeKey: string,
  message: unknown,
  path = '/v1/track',
): Promise<number> {
  const response = await fetch(`${host.ingestUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${writeKey}:`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  await response.arrayBuffer();
  return response.status;
}

export function track(host: Host, { writeKey }: Source, event: string): Promise<number> {
  return ingest(host, writeKey, { userId: 'ada', event });
}

/** Many at once, as SDKs flush them: "Event 1" is the oldest. */
export function trackMany(host: Host, { writeKey }: Source, count: number): Promise<number> {
  const batch = Array.from({ length: count }, (_, index) => ({
    type: 'track',
    userId: 'ada',
    event: `Event ${index + 1}`,
  }));
  return ingest(host, writeKey, { batch }, '/v1/batch');
}

/** The newest deliveries as the REST interface tells them. */
export async function deliveriesOf(host: Host): Promise<readonly DeliverySummary[]> {
  const page = (await host.api('GET', '/deliveries')) as { items: DeliverySummary[] };
  return page.items;
}
