/** Where to ask a server of the user about what it did with the messages it got. */
import type { MessageRecord } from '#main/scenarios/history/history-index.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { messageUrl, type SentMessage } from '#shared/certification/message-url.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { InconclusiveReason } from '#shared/scenarios/schema/report.ts';

/** Names of webhooks that lead to a server, as in attempts: its own, and mock endpoints that forward to it. */
export function webhooksTo(
  { given, when }: Pick<Scenario, 'given' | 'when'>,
  server: string,
): readonly string[] {
  const url = given.servers.find(({ name }) => name === server)?.url;
  const changed = when.flatMap((step) =>
    step.action === 'mock' ? [{ ...step.input.patch, name: step.input.mock }] : [],
  );
  return [
    ...given.servers.filter((other) => other.url === url).map(({ name }) => `server:${name}`),
    ...[...given.mocks, ...changed]
      .filter(({ forward }) => forward?.url === url)
      .map(({ name }) => `mock:${name}`),
  ];
}

/** As a webhook got it first. */
function sentTo(webhooks: readonly string[], { event, attempts }: MessageRecord): SentMessage {
  const first = attempts.find((attempt) => webhooks.includes(attempt.event.webhook));
  return { messageId: event.messageId, body: event.body, headers: first?.event.headers ?? [] };
}

/** The URL for a message. Throws if the message lacks what a placeholder stands for. */
export function urlFor(
  scenario: Pick<Scenario, 'given' | 'when'>,
  server: string,
  message: MessageRecord,
  template: string,
  code: InconclusiveReason['code'],
): string {
  const asked = messageUrl(template, sentTo(webhooksTo(scenario, server), message));
  if ('url' in asked) return asked.url;
  throw new Inconclusive(
    code,
    `${message.event.messageId} to ${server} has no ${asked.missing}. Exclude it with messages, or use another placeholder.`,
  );
}
