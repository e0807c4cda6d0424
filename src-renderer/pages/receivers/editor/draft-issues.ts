/** What is wrong with a draft, at the field that holds it. Pure. */
import { z } from 'zod';
import { onePerField, repeatedHeaderIssues } from '#renderer/components/draft-checks.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { parseDuration } from '#shared/lib/duration.ts';
import { NewReceiver, type ReceiverSettings } from '#shared/schemas/receiver.ts';
import { DailyOutage, OutageWindow } from '#shared/schemas/receiver-step.ts';
import { type ReceiverDraft, settingsOf } from './receiver-draft.ts';

type Path = FieldIssue['path'];

const stepFields: Readonly<Record<string, string>> = { delayMs: 'delay', delayMaxMs: 'delayMax' };
const unreadable = 'Write a time with its unit, such as 250 ms, 5 s or 1 min.';

/** From a path in the settings to the field of the form that holds it. */
export function formPath(path: Path, { steps }: ReceiverDraft): Path {
  const [first, index, field, name] = path;
  if (first === 'outage' && index === 'durationMs') return ['outage', 'duration'];
  if (first !== 'steps' || typeof index !== 'number') return path;
  if (field !== 'headers') return ['steps', index, stepFields[String(field)] ?? field ?? 'status'];
  const row = steps[index]?.headers.findIndex((header) => header.name.trim() === name) ?? -1;
  return row < 0 ? ['steps', index, 'headers'] : ['steps', index, 'headers', row, 'name'];
}

function unreadableTimes({ steps, outage }: ReceiverDraft): readonly FieldIssue[] {
  const inOutage =
    outage.on && outage.kind === 'window' && parseDuration(outage.duration) === null
      ? [{ path: ['outage', 'duration'], message: unreadable }]
      : [];
  const inSteps = steps.flatMap(({ delay, delayMax }, step) => [
    ...(parseDuration(delay) === null
      ? [{ path: ['steps', step, 'delay'], message: unreadable }]
      : []),
    ...(delayMax.trim() !== '' && parseDuration(delayMax) === null
      ? [{ path: ['steps', step, 'delayMax'], message: unreadable }]
      : []),
  ]);
  return [...inSteps, ...inOutage];
}

/** Checked by kind: an issue of the union of both kinds has no field. */
function outageIssues(draft: ReceiverDraft): readonly FieldIssue[] {
  if (!draft.outage.on) return [];
  const { outage } = settingsOf(draft);
  const kind = draft.outage.kind === 'daily' ? DailyOutage : OutageWindow;
  return (kind.safeParse(outage).error?.issues ?? []).map(({ path, message }) => ({
    path: formPath(['outage', ...path.filter((part) => typeof part !== 'symbol')], draft),
    message,
  }));
}

export function draftIssues(draft: ReceiverDraft): readonly FieldIssue[] {
  const inOutage = outageIssues(draft);
  const repeated = draft.steps.flatMap(({ headers }, step) =>
    repeatedHeaderIssues(headers, ['steps', step, 'headers']),
  );
  const settings = settingsOf(draft);
  const result = NewReceiver.safeParse({
    ...settings,
    ...(inOutage.length > 0 ? { outage: null } : {}),
  });
  const refused = (result.error?.issues ?? []).map(({ path, message }) => ({
    path: formPath(
      path.filter((part) => typeof part !== 'symbol'),
      draft,
    ),
    message,
  }));
  return onePerField([...repeated, ...unreadableTimes(draft), ...inOutage, ...refused]);
}

/** The form as a schema: what it takes is the draft, what it gives is what the contract takes. */
export const ReceiverForm: z.ZodType<ReceiverSettings, ReceiverDraft> = z
  .custom<ReceiverDraft>()
  .superRefine((draft, ctx) => {
    for (const { path, message } of draftIssues(draft))
      ctx.addIssue({ code: 'custom', path, message });
  })
  .transform(settingsOf);
