/** The health of each destination, for lists: that of its worst webhook. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type WebhookStatistics, webhookHealths } from '#shared/schemas/statistics.ts';
import { api } from './query-client.ts';

/** Counting takes longer than a change of a row. */
const refreshMs = 5_000;

const severity = ({ health }: WebhookStatistics): number => webhookHealths.indexOf(health);

/** By destination ID. */
export function useDestinationHealth(): ReadonlyMap<string, WebhookStatistics> {
  const { data } = useQuery({
    ...api.statistics.get.queryOptions({ input: { range: 'recent' } }),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
  return useMemo(() => {
    const worst = new Map<string, WebhookStatistics>();
    for (const webhook of data?.webhooks ?? []) {
      const current = worst.get(webhook.destinationId);
      if (webhook.active && (current === undefined || severity(webhook) < severity(current)))
        worst.set(webhook.destinationId, webhook);
    }
    return worst;
  }, [data]);
}
