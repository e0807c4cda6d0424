/** Whether the server verifies re-serialized JSON, which ordinary events don't show (D63). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { collections, itemsOf } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { type CertificationCode, certificationChecks } from '#shared/schemas/certification.ts';
import type { DeliveryDetail } from '#shared/schemas/delivery.ts';

const rawBytes: CertificationCode = 'accept_raw_bytes';

interface RawCheck {
  /** The delivery whose receiver was checked; null before the first. */
  readonly deliveryId: number | null;
  /** What was observed if the server verifies re-serialized JSON. */
  readonly warning: string | null;
}

/** Kept across reloads, so that a reload doesn't send again. */
const useRawCheck = create<RawCheck>()(
  persist((): RawCheck => ({ deliveryId: null, warning: null }), {
    name: 'hookwright.start.raw',
  }),
);

/** The delivery whose receiver is being checked. */
let runningId: number | null = null;

async function check(id: number, destinationId: string): Promise<void> {
  const destination = itemsOf(collections.destinations).find((one) => one.id === destinationId);
  if (destination === undefined) return;
  const { webhookUrl: url, sharedSecret: secret, profile } = destination;
  const skip = certificationChecks
    .filter(({ code }) => code !== rawBytes)
    .map(({ code }) => ({ code, reason: 'Only raw bytes are checked.' }));
  const { results } = await core.certification.run({ url, secret, profile, skip });
  const result = results.find(({ code }) => code === rawBytes);
  const isReserialized = result?.cause === 'reserialized_json';
  useRawCheck.setState({
    deliveryId: id,
    warning: isReserialized ? `${result.message} ${result.note ?? ''}` : null,
  });
}

/** Checks the receiver of a signed, accepted delivery once. The warning is null if there is none. */
export function useRawWarning({
  id,
  destinationId,
  expectedSignature,
}: DeliveryDetail): string | null {
  const { deliveryId, warning } = useRawCheck();
  const isDue = deliveryId !== id && expectedSignature !== null;
  useEffect(() => {
    if (!isDue || runningId === id) return;
    runningId = id;
    // Without a result there is no warning. The rows above show why nothing can be sent.
    check(id, destinationId).catch(() => undefined);
  }, [isDue, id, destinationId]);
  return deliveryId === id ? warning : null;
}
