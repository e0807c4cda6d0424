/** A destination as its form holds it: lists where the schema has records, spans of time as words. Pure. */
import { formatDuration, parseDuration } from '#shared/lib/duration.ts';
import type {
  Destination,
  FanOut,
  NewDestination,
  PayloadShape,
  TrackFilter,
  Webhook,
} from '#shared/schemas/destination.ts';
import { defaultRetryPolicy, type RetryPolicy } from '#shared/schemas/retry-policy.ts';

export interface HeaderRow {
  name: string;
  value: string;
}

export interface WebhookRow {
  url: string;
  headers: HeaderRow[];
}

export interface RetryDraft {
  base: string;
  cap: string;
  jitterPercent: number | null;
  window: string;
}

export interface DestinationDraft {
  name: string;
  webhookUrl: string;
  webhooks: WebhookRow[];
  sharedSecret: string;
  sourceIds: string[];
  trackFilter: TrackFilter;
  payloadShape: PayloadShape;
  fanOut: FanOut;
  retry: RetryDraft;
}

/** What the form saves; whether it is enabled is switched at once, outside of the form. */
export type DestinationSettings = Omit<NewDestination, 'enabled'>;

function retryDraftOf(policy: RetryPolicy): RetryDraft {
  return {
    base: formatDuration(policy.baseMs),
    cap: formatDuration(policy.capMs),
    // Kept to the tenth of a percent, so that 0.333 does not become 33.300000000000004.
    jitterPercent: Math.round(policy.jitter * 1_000) / 10,
    window: formatDuration(policy.windowMs),
  };
}

export const defaultRetryDraft: RetryDraft = retryDraftOf(defaultRetryPolicy);

export function emptyDraft(sourceIds: readonly string[]): DestinationDraft {
  return {
    name: '',
    webhookUrl: '',
    webhooks: [],
    sharedSecret: '',
    sourceIds: [...sourceIds],
    trackFilter: { mode: 'block', events: [] },
    payloadShape: 'documented',
    fanOut: 'any',
    retry: defaultRetryDraft,
  };
}

export function draftOf(destination: Omit<Destination, 'problem'>): DestinationDraft {
  return {
    name: destination.name,
    webhookUrl: destination.webhookUrl,
    webhooks: destination.webhooks.map(({ url, headers }) => ({
      url,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    })),
    sharedSecret: destination.sharedSecret,
    sourceIds: [...destination.sourceIds],
    trackFilter: { ...destination.trackFilter, events: [...destination.trackFilter.events] },
    payloadShape: destination.payloadShape,
    fanOut: destination.fanOut,
    retry: retryDraftOf(destination.retry),
  };
}

/** The rows that hold something, each with its place in the form: an empty row means nothing. */
export function filledWebhooks(
  webhooks: readonly WebhookRow[],
): readonly { readonly row: WebhookRow; readonly index: number }[] {
  return webhooks
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.url.trim() !== '' || filledHeaders(row.headers).length > 0);
}

export function filledHeaders(headers: readonly HeaderRow[]): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
}

function webhookOf({ url, headers }: WebhookRow): Webhook {
  const lines = filledHeaders(headers).map(({ name, value }) => [name.trim(), value] as const);
  return { url: url.trim(), headers: Object.fromEntries(lines) };
}

export function policyOf(retry: RetryDraft): RetryPolicy {
  return {
    // What cannot be read is refused at its field before anything is saved.
    baseMs: parseDuration(retry.base) ?? Number.NaN,
    capMs: parseDuration(retry.cap) ?? Number.NaN,
    jitter:
      retry.jitterPercent === null ? Number.NaN : Math.round(retry.jitterPercent * 10) / 1_000,
    windowMs: parseDuration(retry.window) ?? Number.NaN,
  };
}

export function settingsOf(draft: DestinationDraft): DestinationSettings {
  return {
    name: draft.name.trim(),
    webhookUrl: draft.webhookUrl.trim(),
    webhooks: filledWebhooks(draft.webhooks).map(({ row }) => webhookOf(row)),
    sharedSecret: draft.sharedSecret,
    sourceIds: draft.sourceIds,
    trackFilter: draft.trackFilter,
    payloadShape: draft.payloadShape,
    fanOut: draft.fanOut,
    retry: policyOf(draft.retry),
  };
}
