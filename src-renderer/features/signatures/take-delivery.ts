/** Body and secret of a delivery, and the signature it was sent with. */
import { useEffect } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';
import { useSignatures } from './signatures-store.ts';

/** As the last attempt carried it; before the first, as it would be. */
function signatureOf({ attemptList, expectedSignature }: DeliveryDetail): string {
  const headers = attemptList.at(-1)?.request.headers ?? [];
  const sent = headers.find(([name]) => name.toLowerCase() === 'x-signature');
  return sent?.[1] ?? expectedSignature ?? '';
}

function couldNot(description: string): void {
  showToast({ title: 'The delivery could not be taken', description, tone: 'bad' });
}

export async function takeDelivery(id: number): Promise<void> {
  try {
    const delivery = await core.deliveries.get({ id });
    if (delivery.bodyText === null)
      return couldNot('Its message was filtered or excluded, so that there never was a body.');
    const destinations = useDestinations.getState().items;
    useSignatures.setState({
      body: delivery.bodyText,
      secret: destinations.find((one) => one.id === delivery.destinationId)?.sharedSecret ?? '',
      observed: signatureOf(delivery),
      delivery: { id, label: delivery.label },
    });
  } catch (error) {
    couldNot(errorSentence(error));
  }
}

export async function takeNewestDelivery(): Promise<void> {
  try {
    const { items } = await core.deliveries.list({ limit: 50 });
    const sent = items.find(({ state }) => state !== 'filtered' && state !== 'excluded');
    if (sent === undefined) return couldNot('There is none yet: send a message first.');
    await takeDelivery(sent.id);
  } catch (error) {
    couldNot(errorSentence(error));
  }
}

/** `?delivery=12` is taken once: what is typed afterwards stands. */
export function useSignaturesAddress(): void {
  const { place, path, query } = useRoute((state) => state.route);
  const destinationsReady = useDestinations((state) => state.status !== 'loading');
  const { delivery } = query;
  useEffect(() => {
    if (place !== 'signatures' || delivery === undefined || !destinationsReady) return;
    if (/^[1-9]\d{0,15}$/.test(delivery)) void takeDelivery(Number(delivery));
    navigate({ place: 'signatures', path }, 'replace');
  }, [place, path, delivery, destinationsReady]);
}
