/** Brings one event into every state of the ledger that lasts. */
import type { NewDestination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { addDestination, addSource, ingest, secret, track } from './seed.ts';
import type { Host } from './start-host.ts';
import type { TargetServer } from './target-server.ts';
import { startWireTarget, type WireTarget } from './wire-target.ts';

/** An hour until the next attempt: it stays as it is for as long as anyone looks. */
export const patient = { baseMs: 3_600_000, capMs: 3_600_000, jitter: 0, windowMs: 14_400_000 };
export const noRetry = { ...patient, windowMs: 0 };

/** Responds by the path: `/503` with a 503, `/hang` never. */
export function respondByPath(target: TargetServer): void {
  target.respond(({ path }, response) => {
    if (path === '/hang') return;
    const status = Number(path.slice(1)) || 200;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`responded ${status}`);
  });
}

interface LastingStates {
  readonly source: Source;
  readonly secureTarget: WireTarget;
}

/** Destinations are named for the state they lead to. The secure target is to be stopped. */
export async function bringIntoLastingStates(
  host: Host,
  target: TargetServer,
): Promise<LastingStates> {
  respondByPath(target);
  const secureTarget = await startWireTarget({ tls: makeCertificate() });
  const source = await addSource(host);
  const add = (name: string, settings: Partial<NewDestination>) =>
    addDestination(host, { name, sharedSecret: secret, sourceIds: [source.id], ...settings });
  const at = (path: string) => ({ webhookUrl: `${target.url}${path}` });
  await add('delivered', at('/200'));
  await add('waiting', { ...at('/503'), retry: patient });
  const paused = await add('paused', { ...at('/503'), retry: patient });
  await add('refused', at('/404'));
  await add('gave up', { ...at('/503'), retry: noRetry });
  await add('blocked', { webhookUrl: secureTarget.url });
  const cancelled = await add('cancelled', { ...at('/503'), retry: patient });
  await add('not sent', {
    ...at('/200'),
    trackFilter: { mode: 'block', events: ['Order Completed'] },
  });
  await track(host, source, 'Order Completed');
  await target.received(6);
  await host.api('PATCH', `/destinations/${paused.id}`, { enabled: false });
  await host.api('DELETE', `/destinations/${cancelled.id}`);
  const excluded = { userId: 'ada', event: 'Left Out', integrations: { Webhooks: false } };
  await ingest(host, source.writeKey, excluded);
  return { source, secureTarget };
}
