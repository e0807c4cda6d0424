/** What the contract's own schema refuses, at the fields of the form. Pure. */
import { z } from 'zod';
import {
  isRepeatedHeader,
  onePerField,
  repeatedHeaderIssues,
} from '#renderer/components/draft-checks.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { parseDuration } from '#shared/lib/duration.ts';
import { headerNameProblem } from '#shared/lib/static-header.ts';
import { NewDestination } from '#shared/schemas/destination.ts';
import {
  type DestinationDraft,
  type DestinationSettings,
  filledWebhooks,
  settingsOf,
  type WebhookRow,
} from './destination-draft.ts';

type Path = FieldIssue['path'];

const retryFields = {
  baseMs: 'base',
  capMs: 'cap',
  jitter: 'jitterPercent',
  windowMs: 'window',
} as const;

const unreadable = 'Write a time with its unit, such as 10 s, 20 min or 1 h 30 min.';

function isRetryField(field: unknown): field is keyof typeof retryFields {
  return typeof field === 'string' && field in retryFields;
}

function headerPath(row: WebhookRow, webhookIndex: number, name: unknown): Path {
  const at = row.headers.findIndex((header) => header.name.trim() === name);
  if (at < 0) return ['webhooks', webhookIndex, 'headers'];
  const isNameWrong = headerNameProblem(String(name)) !== null || isRepeatedHeader(row.headers, at);
  const field = isNameWrong ? 'name' : 'value';
  return ['webhooks', webhookIndex, 'headers', at, field];
}

/** From a path in the settings to the field of the form that holds it. */
export function formPath(path: Path, draft: DestinationDraft): Path {
  const [first, second, third, fourth] = path;
  if (first === 'retry' && isRetryField(second)) return ['retry', retryFields[second]];
  if (first === 'trackFilter' || first === 'sourceIds') return [first];
  if (first !== 'webhooks' || typeof second !== 'number') return path;
  const webhook = filledWebhooks(draft.webhooks)[second];
  if (webhook === undefined) return ['webhooks'];
  if (third !== 'headers') return ['webhooks', webhook.index, 'url'];
  if (fourth === undefined) return ['webhooks', webhook.index, 'headers'];
  return headerPath(webhook.row, webhook.index, fourth);
}

function unreadableTimes({ retry }: DestinationDraft): readonly FieldIssue[] {
  return (['base', 'cap', 'window'] as const)
    .filter((field) => parseDuration(retry[field]) === null)
    .map((field) => ({ path: ['retry', field], message: unreadable }));
}

/** The schema speaks of a share from 0 to 1, the form of percent. */
function wrongJitter({ retry: { jitterPercent } }: DestinationDraft): readonly FieldIssue[] {
  const right = jitterPercent !== null && jitterPercent >= 0 && jitterPercent <= 100;
  return right
    ? []
    : [{ path: ['retry', 'jitterPercent'], message: 'Jitter must be a number from 0 to 100 %.' }];
}

export function draftIssues(draft: DestinationDraft): readonly FieldIssue[] {
  const repeated = draft.webhooks.flatMap(({ headers }, webhook) =>
    repeatedHeaderIssues(headers, ['webhooks', webhook, 'headers']),
  );
  const own = [...repeated, ...unreadableTimes(draft), ...wrongJitter(draft)];
  const result = NewDestination.safeParse(settingsOf(draft));
  const refused = (result.error?.issues ?? []).map(({ path, message }) => ({
    path: formPath(
      path.filter((part) => typeof part !== 'symbol'),
      draft,
    ),
    message,
  }));
  return onePerField([...own, ...refused]);
}

/** The form as a schema: what it takes is the draft, what it gives is what the contract takes. */
export const DestinationForm: z.ZodType<DestinationSettings, DestinationDraft> = z
  .custom<DestinationDraft>()
  .superRefine((draft, ctx) => {
    for (const { path, message } of draftIssues(draft))
      ctx.addIssue({ code: 'custom', path, message });
  })
  .transform(settingsOf);
