/** Which requests can be forged so that it shows: those that are signed, and whose side effects are looked up. */
import { createMatcher } from '#shared/filter/match.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import { filterOf } from '../expect/plan.ts';
import { is2xx } from '../expect/predicates/duration.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { subjectReaders } from '../history/readers.ts';
import { type Forgery, forgedCopy } from './disturbances.ts';

/** Whether the server accepted a forged copy: it doesn't check signatures. */
export const acceptsForgeries = ({ requests }: HistoryIndex): boolean =>
  requests.some(
    ({ event: { copiedBy, status } }) => copiedBy?.startsWith(forgedCopy) && is2xx(status),
  );

type Destination = Scenario['given']['destinations'][number];

/** `filters`: of the messages that are looked up. */
export function forgeryOf(
  destination: Destination,
  filters: readonly string[],
  { history, startsAt }: { readonly history: HistoryIndex; readonly startsAt: number },
): Forgery | null {
  const { sharedSecret, name } = destination;
  if (!sharedSecret || profileOf(destination).signature.kind === 'none') return null;
  const matchers = filters.map((filter) =>
    createMatcher(filterOf(filter, 'messages'), subjectReaders.messages, { startsAt }),
  );
  const messages = [...history.messages.values()].filter((message) =>
    matchers.some((isSelected) => isSelected(message)),
  );
  return { destination: name, messageIds: new Set(messages.map(({ event }) => event.messageId)) };
}
