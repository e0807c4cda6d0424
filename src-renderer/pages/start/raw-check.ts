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
  /** Of the delivery whose receiver was checked; null before the first. */
  readonly key: string | null;
  /** What was observed if the server verifies re-serialized JSON. */
  readonly warning: string | null;
}

/** Kept across reloads, so that a reload doesn't send again. */
const useRawCheck = create<RawCheck>()(
  persist((): RawCheck => ({ key: null, warning: null }), {
    name: 'hookwright.start.raw',
  }),
);

type Checked = Pick<DeliveryDetail, 'id' | 'createdAt' | 'destinationId'>;

/** IDs of deliveries repeat in another data folder, those of destinations do not. */
const keyOf = ({ id, createdAt, destinationId }: Checked): string =>
  `${destinationId} ${id} ${createdAt}`;

/** Of the delivery whose receiver is being checked. */
let runningKey: string | null = null;

async function check(key: string, destinationId: string): Promise<void> {
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
    key,
    warning: isReserialized ? `${result.message} ${result.note ?? ''}` : null,
  });
}

/** Checks the receiver of a signed, accepted delivery once. The warning is null if there is none. */
export function useRawWarning(delivery: DeliveryDetail): string | null {
  const { destinationId, expectedSignature } = delivery;
  const { key: checked, warning } = useRawCheck();
  const key = keyOf(delivery);
  const isDue = checked !== key && expectedSignature !== null;
  useEffect(() => {
    if (!isDue || runningKey === key) return;
    runningKey = key;
    // Without a result there is no warning. The rows above show why nothing can be sent.
    check(key, destinationId).catch(() => undefined);
  }, [isDue, key, destinationId]);
  return checked === key ? warning : null;
}
