import { useEffect } from 'react';
import { asksForAge } from '#renderer/components/filter/delivery-filter.ts';
import { deliveries, useDeliveries } from '#renderer/stores/deliveries-store.ts';
import type { InspectorView } from './inspector-route.ts';

/** Rows come and go by age without any change being told. Ages are shown in steps no finer than this. */
const betweenLooksMs = 5_000;

/** Looks again from time to time at a list that is narrowed by age, unless the user is reading it. */
export function useAgeRefresh({ list, filter }: InspectorView): void {
  const ages = list === 'deliveries' && asksForAge(filter);
  useEffect(() => {
    if (!ages) return;
    const timer = setInterval(() => {
      if (!document.hidden && !useDeliveries.getState().held) deliveries.reload();
    }, betweenLooksMs);
    return () => clearInterval(timer);
  }, [ages]);
}
