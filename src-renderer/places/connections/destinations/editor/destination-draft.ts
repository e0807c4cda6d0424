/** A destination in form state: lists instead of records, durations as text. */

import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import {
  changedFields,
  isRepeatedHeader,
  onePerField,
  repeatedHeaderIssues,
} from '#renderer/kit/forms/draft.ts';
import { formKind } from '#renderer/kit/forms/persistent-form.tsx';
import {
  type Destination,
  type DestinationPatch,
  type FanOut,
  NewDestination,
  type PayloadShape,
  type ProfileChoice,
  type TrackFilter,
  type Webhook,
  webhooksOf,
} from '#shared/connections/destination.ts';
import { formatDuration, parseDuration } from '#shared/kit/duration.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { headerNameProblem } from '#shared/kit/static-header.ts';
import { defaultProfileId } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy, type RetryPolicy } from '#shared/profiles/retry-policy.ts';

interface HeaderRow {
  name: string;
  value: string;
}

interface UrlRow {
  url: string;
  headers: HeaderRow[];
}

interface RetryDraft {
  base: string;
  cap: string;
  jitterPercent: number | null;
  window: string;
}

export interface DestinationDraft {
  name: string;
  /** The single URL and the list of webhooks of the specification, as one list (D18). */
  urls: UrlRow[];
  sharedSecret: string;
  sourceIds: string[];
  trackFilter: TrackFilter;
  payloadShape: PayloadShape;
  fanOut: FanOut;
  profile: ProfileChoice;
  retry: RetryDraft;
}

/** What the form saves; the switch outside saves `enabled`. */
export type DestinationSettings = ReturnType<typeof settingsOf>;

function retryDraftOf(policy: RetryPolicy): RetryDraft {
  return {
    base: formatDuration(policy.baseMs),
    cap: formatDuration(policy.capMs),
    // Rounded, so that 0.333 does not become 33.300000000000004.
    jitterPercent: Math.round(policy.jitter * 1_000) / 10,
    window: formatDuration(policy.windowMs),
  };
}

export const defaultRetryDraft: RetryDraft = retryDraftOf(defaultRetryPolicy);

export function emptyDraft(sourceIds: readonly string[]): DestinationDraft {
  return {
    name: '',
    urls: noUrl(),
    sharedSecret: '',
    sourceIds: [...sourceIds],
    trackFilter: { mode: 'block', events: [] },
    payloadShape: 'documented',
    fanOut: 'any',
    profile: defaultProfileId,
    retry: defaultRetryDraft,
  };
}

const noUrl = (): UrlRow[] => [{ url: '', headers: [] }];

function urlRowsOf(destination: Pick<Destination, 'webhookUrl' | 'webhooks'>): UrlRow[] {
  const urls = webhooksOf(destination);
  if (urls.length === 0) return noUrl();
  return urls.map(({ url, headers }) => ({
    url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  }));
}

export function draftOf(destination: Omit<Destination, 'problem'>): DestinationDraft {
  return {
    name: destination.name,
    urls: urlRowsOf(destination),
    sharedSecret: destination.sharedSecret,
    sourceIds: [...destination.sourceIds],
    trackFilter: { ...destination.trackFilter, events: [...destination.trackFilter.events] },
    payloadShape: destination.payloadShape,
    fanOut: destination.fanOut,
    profile: destination.profile,
    retry: retryDraftOf(destination.retry),
  };
}

/** Non-empty rows with their index in the form. */
function filledUrls(
  urls: readonly UrlRow[],
): readonly { readonly row: UrlRow; readonly index: number }[] {
  return urls
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.url.trim() !== '' || filledHeaders(row.headers).length > 0);
}

/** The first URL is the single one, which has no headers. */
function singleOf(
  urls: readonly UrlRow[],
): { readonly row: UrlRow; readonly index: number } | null {
  const [first] = filledUrls(urls);
  return first !== undefined && filledHeaders(first.row.headers).length === 0 ? first : null;
}

/** The rows of the list of webhooks. */
const listedUrls = (urls: readonly UrlRow[]) => filledUrls(urls).slice(singleOf(urls) ? 1 : 0);

function filledHeaders(headers: readonly HeaderRow[]): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
}

function webhookOf({ url, headers }: UrlRow): Webhook {
  const lines = filledHeaders(headers).map(({ name, value }) => [name.trim(), value] as const);
  return { url: url.trim(), headers: Object.fromEntries(lines) };
}

export function policyOf(retry: RetryDraft): RetryPolicy {
  return {
    // Rejected at the field before saving.
    baseMs: parseDuration(retry.base) ?? Number.NaN,
    capMs: parseDuration(retry.cap) ?? Number.NaN,
    jitter:
      retry.jitterPercent === null ? Number.NaN : Math.round(retry.jitterPercent * 10) / 1_000,
    windowMs: parseDuration(retry.window) ?? Number.NaN,
  };
}

export function settingsOf(draft: DestinationDraft) {
  return {
    name: draft.name.trim(),
    webhookUrl: singleOf(draft.urls)?.row.url.trim() ?? '',
    webhooks: listedUrls(draft.urls).map(({ row }) => webhookOf(row)),
    sharedSecret: draft.sharedSecret,
    sourceIds: draft.sourceIds,
    trackFilter: draft.trackFilter,
    payloadShape: draft.payloadShape,
    fanOut: draft.fanOut,
    profile: draft.profile,
    retry: policyOf(draft.retry),
  } satisfies Partial<NewDestination>;
}

// Issues of the contract's schema, at the fields of the form.

type Path = FieldIssue['path'];

const retryFields = {
  baseMs: 'base',
  capMs: 'cap',
  jitter: 'jitterPercent',
  windowMs: 'window',
} as const;

const durationHint = 'Enter a duration, such as 10 s, 20 min or 1 h 30 min.';

function isRetryField(field: unknown): field is keyof typeof retryFields {
  return typeof field === 'string' && field in retryFields;
}

function headerPath(row: UrlRow, urlIndex: number, name: unknown): Path {
  const at = row.headers.findIndex((header) => header.name.trim() === name);
  if (at < 0) return ['urls', urlIndex, 'headers'];
  const isNameWrong = headerNameProblem(String(name)) !== null || isRepeatedHeader(row.headers, at);
  const field = isNameWrong ? 'name' : 'value';
  return ['urls', urlIndex, 'headers', at, field];
}

/** From a path in the settings to the form field. */
export function formPath(path: Path, draft: DestinationDraft): Path {
  const [first, second, third, fourth] = path;
  if (first === 'retry' && isRetryField(second)) return ['retry', retryFields[second]];
  if (first === 'trackFilter' || first === 'sourceIds') return [first];
  if (first === 'webhookUrl') return ['urls', singleOf(draft.urls)?.index ?? 0, 'url'];
  if (first !== 'webhooks') return path;
  const listed = typeof second === 'number' ? listedUrls(draft.urls)[second] : undefined;
  if (listed === undefined) return ['urls'];
  if (third !== 'headers') return ['urls', listed.index, 'url'];
  if (fourth === undefined) return ['urls', listed.index, 'headers'];
  return headerPath(listed.row, listed.index, fourth);
}

function invalidDurations({ retry }: DestinationDraft): readonly FieldIssue[] {
  return (['base', 'cap', 'window'] as const)
    .filter((field) => parseDuration(retry[field]) === null)
    .map((field) => ({ path: ['retry', field], message: durationHint }));
}

/** A fraction in the schema, percent in the form. */
function invalidJitter({ retry: { jitterPercent } }: DestinationDraft): readonly FieldIssue[] {
  const isValid = jitterPercent !== null && jitterPercent >= 0 && jitterPercent <= 100;
  return isValid
    ? []
    : [{ path: ['retry', 'jitterPercent'], message: 'Enter a jitter from 0% to 100%.' }];
}

export function draftIssues(draft: DestinationDraft): readonly FieldIssue[] {
  const repeated = draft.urls.flatMap(({ headers }, url) =>
    repeatedHeaderIssues(headers, ['urls', url, 'headers']),
  );
  const formIssues = [...repeated, ...invalidDurations(draft), ...invalidJitter(draft)];
  const result = NewDestination.safeParse(settingsOf(draft));
  const schemaIssues = (result.error?.issues ?? []).map(({ path, message }) => ({
    path: formPath(
      path.filter((part) => typeof part !== 'symbol'),
      draft,
    ),
    message,
  }));
  return onePerField([...formIssues, ...schemaIssues]);
}

/** Validates the draft and turns it into settings. */
export const DestinationForm: z.ZodType<DestinationSettings, DestinationDraft> = z
  .custom<DestinationDraft>()
  .superRefine((draft, ctx) => {
    for (const { path, message } of draftIssues(draft))
      ctx.addIssue({ code: 'custom', path, message });
  })
  .transform(settingsOf);

/** Only changed settings, to keep concurrent edits of others. */
export function changedSettings(
  saved: DestinationDraft,
  settings: DestinationSettings,
): DestinationPatch {
  return changedFields(settingsOf(saved), settings);
}

export function duplicateOf(
  destination: Parameters<typeof draftOf>[0],
  takenNames: readonly string[],
): DestinationDraft {
  return { ...draftOf(destination), name: copyName(destination.name, takenNames) };
}

/** The schema's limit. */
const maxNameLength = 100;

export function copyName(name: string, takenNames: readonly string[]): string {
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? ' copy' : ` copy ${copy}`;
    const candidate = `${name.slice(0, maxNameLength - ending.length)}${ending}`;
    if (!takenNames.includes(candidate)) return candidate;
  }
}

export const destinationForms = formKind<DestinationDraft, DestinationSettings>({
  name: 'destinations',
  resolver: zodResolver(DestinationForm),
  fieldOf: (path, draft) => formPath(path, draft).join('.') as FieldPath<DestinationDraft>,
  secret: 'sharedSecret',
});
