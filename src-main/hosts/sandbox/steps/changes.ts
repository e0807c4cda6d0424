/** `outage`, `mock`, `destination` and `source`: changes of settings, applied when they end. */
import type { ScenarioWebhook } from '#shared/scenarios/schema/given.ts';
import type { StepOf } from '#shared/scenarios/schema/step.ts';
import type { Run } from '../context.ts';
import type { StepRun } from '../processes.ts';

export function mockOf({ names }: Run, name: string) {
  const mock = names.mocks.get(name);
  if (mock === undefined) throw new Error(`Unknown mock endpoint ${name}.`);
  return mock;
}

/** The URL of a mock endpoint or server, or the one given. */
export function webhookUrl({ names }: Pick<Run, 'names'>, webhook: ScenarioWebhook): string {
  if ('url' in webhook) return webhook.url;
  const [name, url] =
    'mock' in webhook
      ? [webhook.mock, names.mocks.get(webhook.mock)?.url]
      : [webhook.server, names.servers.get(webhook.server)];
  if (url === undefined) throw new Error(`Unknown mock endpoint or server ${name}.`);
  return url;
}

export const webhooksOf = (run: Pick<Run, 'names'>, webhooks: readonly ScenarioWebhook[]) =>
  webhooks.map((webhook) => ({ url: webhookUrl(run, webhook), headers: webhook.headers }));

function closeConnections(run: Run, url: string, connections: 'close' | 'keep'): void {
  if (connections === 'close') run.mocks.connections.closeAt(Number(new URL(url).port));
}

export async function outage(run: Run, { input }: StepOf<'outage'>): Promise<void> {
  const { id, url } = mockOf(run, input.mock);
  const { status, fault, forMs: durationMs } = input;
  await run.mocks.client.mocks.update({
    id,
    outage: { startsAt: run.underTest.now(), durationMs, status, fault },
  });
  closeConnections(run, url, input.connections);
  await run.mocks.atRest();
  run.recordOutage(input.mock, run.underTest.now() + durationMs);
}

export async function mock(run: Run, { input }: StepOf<'mock'>): Promise<void> {
  const { id, url } = mockOf(run, input.mock);
  await run.mocks.client.mocks.update({ id, ...input.patch });
  closeConnections(run, url, input.connections);
  await run.mocks.atRest();
  await run.settingsChanged();
}

export async function* destination(run: Run, { input }: StepOf<'destination'>): StepRun {
  while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
  const id = run.names.destinations.get(input.destination) ?? '';
  const { sources, webhooks, ...patch } = input.patch;
  await run.underTest.up().client.destinations.update({
    id,
    ...patch,
    ...(sources && { sourceIds: sources.map((name) => run.names.sources.get(name)?.id ?? '') }),
    ...(webhooks && { webhooks: webhooksOf(run, webhooks) }),
  });
  await run.settingsChanged();
}

export async function* source(run: Run, { input }: StepOf<'source'>): StepRun {
  while (!run.underTest.isUp()) yield { when: run.underTest.isUp };
  const id = run.names.sources.get(input.source)?.id ?? '';
  const changed = await run.underTest.up().client.sources.update({ id, ...input.patch });
  run.names.sources.set(input.source, { id, writeKey: changed.writeKey });
  await run.settingsChanged();
}
