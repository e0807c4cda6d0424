/** What is typed in the place: it outlives the place and, but for the secret, the window. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Language } from '#shared/schemas/signature.ts';

interface SignaturesState {
  readonly body: string;
  readonly secret: string;
  readonly observed: string;
  readonly previousSecret: string;
  /** Null: mends in the language that a mistake is known from. */
  readonly language: Language | null;
  /** What body and secret were taken from; null once either was changed. */
  readonly delivery: { readonly id: number; readonly label: string } | null;
  /** The field that a delivery to diagnose leaves empty; it gets the focus. */
  readonly missing: 'secret' | 'observed' | null;
  /** Id of the snippet that is shown, and the variable it reads the secret from. */
  readonly snippet: string;
  readonly variable: string;
}

export const usualVariable = 'WEBHOOK_SECRET';

export const useSignatures = create<SignaturesState>()(
  persist(
    (): SignaturesState => ({
      body: '',
      secret: '',
      observed: '',
      previousSecret: '',
      language: null,
      delivery: null,
      missing: null,
      snippet: 'express',
      variable: usualVariable,
    }),
    {
      name: 'hookwright.signatures',
      storage: createJSONStorage(() => sessionStorage),
      // Secrets do not lie in the browser's storage.
      partialize: (state) => ({
        ...state,
        secret: '',
        previousSecret: '',
        delivery: null,
        missing: null,
      }),
    },
  ),
);

export function typeGiven(given: { readonly body: string } | { readonly secret: string }): void {
  useSignatures.setState({ ...given, delivery: null });
}

/** Forgets what is typed; returns how to bring it back. */
export function clearSignatures(): () => void {
  const before = useSignatures.getState();
  useSignatures.setState({
    body: '',
    secret: '',
    observed: '',
    previousSecret: '',
    delivery: null,
  });
  return () => useSignatures.setState(before);
}
