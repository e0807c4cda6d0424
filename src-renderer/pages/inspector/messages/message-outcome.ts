/** What became of an accepted message, and what to do where that is not what was wanted. Pure. */
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import type { MessageSummary } from '#shared/schemas/message.ts';

type Outcome = MessageSummary['outcome'];

/** A routed message has no mark: its deliveries have theirs. */
export const outcomeStates: Record<Outcome, MarkedState | null> = {
  routed: null,
  unrouted: 'unrouted',
  duplicate: 'duplicate',
};

export interface OutcomeExplanation {
  readonly text: string;
  readonly link: { readonly text: string; readonly page: 'destinations' } | null;
}

export function outcomeExplanation({
  outcome,
  sourceName,
}: Pick<MessageSummary, 'outcome' | 'sourceName'>): OutcomeExplanation | null {
  switch (outcome) {
    case 'routed':
      return null;
    case 'unrouted':
      return {
        text: `No enabled destination was connected to “${sourceName}” when this came in, so it leads to no delivery. Connect a destination and send it again.`,
        link: { text: 'Open the destinations', page: 'destinations' },
      };
    case 'duplicate':
      return {
        text: `A message with this messageId had come from “${sourceName}” before. It was answered with 200, as SDKs expect when they retry, and is not delivered again. Send a new messageId where it is a new message.`,
        link: null,
      };
  }
}
