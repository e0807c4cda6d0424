/** `outage`, `mock`, `destination` and `source`: changes of settings, applied when they end. */
import type { ScenarioWebhook } from '#shared/scenarios/schema/given.ts';
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import type { Run, StepRun } from '../context.ts';

function mockOf({ names }: Run, name: string) {
  const mock = names.mocks.get(name);
  if (mock === undefined) throw new Error(`Unknown mock endpoint ${name}.`);
  return mock;
}

/** The URL of a mock endpoint or server, or the one given. */
function webhookUrl({ names }: Run, webhook: ScenarioWebhook): string {
  if ('url' in webhook) return webhook.url;
  const [name, url] =
    'mock' in webhook
      ? [webhook.mock, names.mocks.get(webhook.mock)?.url]
      : [webhook.server, names.servers.get(webhook.server)];
  if (url === undefined) throw new Error(`Unknown mock endpoint or server ${name}.`);
  return url;
}

export const webhooksOf = (run: Run, webhooks: readonly ScenarioWebhook[]) =>
  webhooks.map((webhook) => ({ url: webhookUrl(run, webhook), headers: webhook.headers }));

function closeConnections(run: Run, url: string, connections: 'close' | 'keep'): void {
  if (connections === 'close') run.mocks.connections.closeAt(Number(new URL(url).port));
}

/** Reads webhooks and connections again. */
const settingsChanged = ({ facts, product, mocks }: Run): Promise<void> =>
  facts.look(product.now(), product, mocks);

export async function outage(run: Run, { input }: StepOf<'outage'>): Promise<void> {
  const { id, url } = mockOf(run, input.mock);
  const { status, fault, forMs: durationMs } = input;
  const startsAt = run.product.now();
  await run.mocks.client.mocks.update({
    id,
    outage: { startsAt, durationMs, status, fault },
  });
  closeConnections(run, url, input.connections);
  await run.mocks.atRest();
  run.recorder.outages.push({
    mock: input.mock,
    from: startsAt - run.startsAt,
    until: startsAt + durationMs - run.startsAt,
  });
}

export async function mock(run: Run, { input }: StepOf<'mock'>): Promise<void> {
  const { id, url } = mockOf(run, input.mock);
  await run.mocks.client.mocks.update({ id, ...input.patch });
  closeConnections(run, url, input.connections);
  await run.mocks.atRest();
  await settingsChanged(run);
}

export async function* destination(run: Run, { input }: StepOf<'destination'>): StepRun {
  yield { when: run.product.isUp };
  const id = run.names.destinations.get(input.destination) ?? '';
  const { sources, webhooks, ...patch } = input.patch;
  await run.product.client.destinations.update({
    id,
    ...patch,
    ...(sources && { sourceIds: sources.map((name) => run.names.sources.get(name)?.id ?? '') }),
    ...(webhooks && { webhooks: webhooksOf(run, webhooks) }),
  });
  await settingsChanged(run);
}

export async function* source(run: Run, { input }: StepOf<'source'>): StepRun {
  yield { when: run.product.isUp };
  const id = run.names.sources.get(input.source)?.id ?? '';
  const changed = await run.product.client.sources.update({ id, ...input.patch });
  run.names.sources.set(input.source, { id, writeKey: changed.writeKey });
  await settingsChanged(run);
}
