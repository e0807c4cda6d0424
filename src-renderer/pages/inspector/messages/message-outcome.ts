/** Explains outcomes of accepted messages that need action. Pure. */
import type { MarkedState } from '#renderer/ui/state-mark.tsx';
import type { MessageSummary } from '#shared/schemas/message.ts';

type Outcome = MessageSummary['outcome'];

/** Routed messages have no mark; their deliveries do. */
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
        text: `No enabled destination was connected to "${sourceName}".`,
        link: { text: 'View destinations', page: 'destinations' },
      };
    case 'duplicate':
      return {
        text: `Duplicate messageId: not delivered again.`,
        link: null,
      };
  }
}
