/** What is typed in the place: it outlives the place and, but for the secret, the window. */

import { useEffect } from 'react';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { collections, itemsOf, useCollection } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { digestInResponse } from '#shared/lib/digest-in-response.ts';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { Language } from '#shared/schemas/signature.ts';

interface SignaturesState {
  readonly body: string;
  readonly secret: string;
  readonly observed: string;
  readonly previousSecret: string;
  /** Null: fixes in the language that a mistake is known from. */
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

export function typeGiven(received: { readonly body: string } | { readonly secret: string }): void {
  useSignatures.setState({ ...received, delivery: null });
}

/** Forgets what is typed; returns how to bring it back. */
function clearSignatures(): () => void {
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

// What is checked, taken from a delivery or from the log of a receiver.

/** As the last attempt carried it; before the first, as it would be. */
function signatureOf({ attemptList, expectedSignature }: DeliveryDetail): string {
  const headers = attemptList.at(-1)?.request.headers ?? [];
  const sent = headers.find(([name]) => name.toLowerCase() === 'x-signature');
  return sent?.[1] ?? expectedSignature ?? '';
}

/** The digest that the receiver printed when it rejected the request; empty if it did not. */
function computedOf({ attemptList, expectedSignature }: DeliveryDetail): string {
  const sent = attemptList.flatMap(({ request: { headers } }) =>
    headers.flatMap(([name, value]) => (name.toLowerCase() === 'x-signature' ? [value] : [])),
  );
  for (const { response } of attemptList.toReversed()) {
    if (response === null || response.status < 400 || response.status > 499) continue;
    const text = response.body.text ?? '';
    const found = digestInResponse(text, [...sent, expectedSignature ?? '']);
    if (found !== undefined) return found;
  }
  return '';
}

function couldNot(description: string): void {
  showToast({ title: 'It could not be taken', description, tone: 'bad' });
}

/** For a diagnosis: uses or asks for the digest that the receiver computed, not the one sent. */
export async function takeDelivery(id: number, { isDiagnosed = false } = {}): Promise<void> {
  try {
    const delivery = await core.deliveries.get({ id });
    if (delivery.bodyText === null)
      return couldNot('Its message was filtered or excluded, so that there never was a body.');
    const destinations = itemsOf(collections.destinations);
    const secret =
      destinations.find((one) => one.id === delivery.destinationId)?.sharedSecret ?? '';
    const observed = isDiagnosed ? computedOf(delivery) : signatureOf(delivery);
    useSignatures.setState({
      body: delivery.bodyText,
      secret,
      observed,
      missing: !isDiagnosed ? null : secret === '' ? 'secret' : observed === '' ? 'observed' : null,
      delivery: { id, label: delivery.label },
    });
  } catch (error) {
    couldNot(errorSentence(error));
  }
}

/** The newest that is signed; where none is, the newest. */
export async function takeNewestDelivery(): Promise<void> {
  try {
    const { items } = await core.deliveries.list({ limit: 50 });
    const signing = new Set(
      itemsOf(collections.destinations).flatMap((one) => (one.sharedSecret === '' ? [] : [one.id])),
    );
    const withBody = items.filter(({ state }) => state !== 'filtered' && state !== 'excluded');
    const sent = withBody.find(({ destinationId }) => signing.has(destinationId)) ?? withBody[0];
    if (sent === undefined) return couldNot('There is none yet: send a message first.');
    await takeDelivery(sent.id);
  } catch (error) {
    couldNot(errorSentence(error));
  }
}

/** A request in the log of a receiver: its body, the secret it is checked with, its signature. */
async function takeReceived(receiverId: string, requestId: number): Promise<void> {
  try {
    const [{ secret }, { body, signature, headers }] = await Promise.all([
      core.receivers.get({ id: receiverId }),
      core.receiverRequests.get({ id: receiverId, requestId }),
    ]);
    if (body.text === null || body.truncated)
      return couldNot(
        body.truncated
          ? 'The log holds only the beginning of its body.'
          : 'Its body is not UTF-8 text: over REST it can be checked as it is.',
      );
    const sent = headers.find(([name]) => name.toLowerCase() === 'x-signature');
    useSignatures.setState({
      body: body.text,
      secret,
      observed: signature?.received ?? sent?.[1] ?? '',
      delivery: null,
    });
  } catch (error) {
    couldNot(errorSentence(error));
  }
}

const isRowId = (text: string | undefined): text is string =>
  text !== undefined && /^[1-9]\d{0,15}$/.test(text);

/**
 * `?delivery=12`, or `?receiver=rcv_…&request=12`, is taken once: what is typed afterwards stands.
 */
export function useSignaturesAddress(): void {
  const { page, path, query } = useRoute((state) => state.route);
  const destinationsReady = useCollection(collections.destinations).status !== 'loading';
  const { delivery, receiver, request } = query;
  useEffect(() => {
    if (page !== 'signatures' || !destinationsReady) return;
    if (delivery === undefined && receiver === undefined) return;
    if (isRowId(delivery)) void takeDelivery(Number(delivery), { isDiagnosed: true });
    else if (receiver !== undefined && isRowId(request))
      void takeReceived(receiver, Number(request));
    navigate({ page: 'signatures', path }, 'replace');
  }, [page, path, delivery, receiver, request, destinationsReady]);
}

/** Empties all fields, with the way back: what was pasted may be nowhere else. */
export function clearGiven(): void {
  const bringBack = clearSignatures();
  showToast({ title: 'Cleared what was checked', action: { label: 'Undo', run: bringBack } });
}
