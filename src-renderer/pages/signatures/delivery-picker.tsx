import { useEffect, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { Select } from '#renderer/ui/select.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import { useSignatures } from './signatures-store.ts';
import { takeDelivery } from './take-given.ts';

/** As many as can be looked through; an older one is opened in the inspector, which leads here. */
const offered = 20;

const hasBody = ({ state }: DeliverySummary): boolean =>
  state !== 'filtered' && state !== 'excluded';

/** The newest deliveries, read again whenever a message was accepted; null until they are here. */
function useNewestDeliveries(): readonly DeliverySummary[] | null {
  const accepted = useLedger((state) => state.ledger?.accepted ?? 0);
  const [newest, setNewest] = useState<readonly DeliverySummary[] | null>(null);
  useEffect(() => {
    void accepted;
    let left = false;
    core.deliveries.list({ limit: offered * 2 }).then(
      ({ items }) => !left && setNewest(items.filter(hasBody).slice(0, offered)),
      // The picker is a shortcut: without it the fields are there, and the lost connection is told.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [accepted]);
  return newest;
}

export function DeliveryPicker() {
  const read = useNewestDeliveries();
  const newest = read ?? [];
  const taken = useSignatures((state) => state.delivery);
  const options = newest.map(({ id, label, destinationName }) => ({
    value: String(id),
    label: `${id} · ${label}`,
    hint: `to ${destinationName}`,
  }));
  const isListed = newest.some(({ id }) => id === taken?.id);
  if (taken !== null && !isListed)
    options.push({ value: String(taken.id), label: `${taken.id} · ${taken.label}`, hint: 'taken' });
  return (
    <Select
      aria-label="Take from a delivery"
      options={options}
      value={taken === null ? null : String(taken.id)}
      onChange={(id) => void takeDelivery(Number(id))}
      placeholder={read?.length === 0 ? 'No deliveries yet' : 'Take from a delivery…'}
      disabled={options.length === 0}
      className="w-full"
    />
  );
}
