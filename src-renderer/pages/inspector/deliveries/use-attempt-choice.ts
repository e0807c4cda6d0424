import { useMemo, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { attemptShown, windowsOf } from './attempts.ts';

export interface AttemptChosen {
  /** What the tabs show; null before the first one. */
  readonly attempt: Attempt | null;
  readonly windows: readonly (readonly Attempt[])[];
  /** Number of the window that the timeline shows, from 0. */
  readonly windowShown: number;
  readonly chooseAttempt: (attemptId: number) => void;
  readonly chooseWindow: (number: number) => void;
}

interface Choice {
  readonly attemptId: number | null;
  /** Null: the present one, also when another one begins. */
  readonly earlierWindow: number | null;
}

/** Which attempt is looked at, and which window: the one follows the other. */
export function useAttemptChoice(delivery: DeliveryDetail): AttemptChosen {
  const [choice, setChoice] = useState<Choice>({ attemptId: null, earlierWindow: null });
  const windows = useMemo(() => windowsOf(delivery), [delivery]);
  const present = windows.length - 1;
  const earlier = (number: number): number | null =>
    number >= 0 && number < present ? number : null;
  return {
    attempt: attemptShown(delivery, choice.attemptId),
    windows,
    windowShown: choice.earlierWindow ?? present,
    chooseAttempt: (attemptId) => {
      const number = windows.findIndex((window) => window.some(({ id }) => id === attemptId));
      setChoice({ attemptId, earlierWindow: earlier(number) });
    },
    chooseWindow: (number) => {
      const window = windows[number] ?? [];
      const told = earlier(number) === null ? null : attemptShown({ attemptList: window }, null);
      setChoice({ attemptId: told?.id ?? null, earlierWindow: earlier(number) });
    },
  };
}

// What the user chose to look at in a detail; kept while moving from row to row.

export type DetailTab = 'request' | 'response' | 'message' | 'resends';

interface ViewChoices {
  readonly tab: DetailTab;
}

export const useViewChoices = create<ViewChoices>()(
  persist((): ViewChoices => ({ tab: 'request' }), {
    name: 'hookwright.inspector',
  }),
);

export function chooseTab(tab: DetailTab): void {
  useViewChoices.setState({ tab });
}
