/** What is typed of an audience or computed trait, and what it means. */

import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { formKind } from '#renderer/components/persistent-form.tsx';
import { parseExact } from '#shared/lib/exact-json.ts';
import { snakeCase } from '#shared/lib/snake-case.ts';
import {
  type Computation,
  type ComputationPatch,
  NewComputation,
  SyncSchedule,
} from '#shared/schemas/computation.ts';

export interface ComputationDraft {
  readonly name: string;
  /** Null while it follows from the name. */
  readonly key: string | null;
  readonly sourceId: string;
  readonly isScheduled: boolean;
  /** Null for an empty field. */
  readonly everyMinutes: number | null;
  /** As JSON text; empty for none. */
  readonly integrations: string;
}

const usualMinutes = 60;

export function emptyDraft(sourceId: string): ComputationDraft {
  return {
    name: '',
    key: null,
    sourceId,
    isScheduled: false,
    everyMinutes: usualMinutes,
    integrations: '',
  };
}

export function draftOf(computation: Computation): ComputationDraft {
  const { name, key, sourceId, schedule, integrations } = computation;
  return {
    name,
    key,
    sourceId,
    isScheduled: schedule !== null,
    everyMinutes: schedule?.everyMinutes ?? usualMinutes,
    integrations:
      Object.keys(integrations).length === 0 ? '' : JSON.stringify(integrations, null, 2),
  };
}

/** The key that is meant: as typed, or as it follows from the name. */
export function keyOf({ name, key }: Pick<ComputationDraft, 'name' | 'key'>): string {
  return key ?? snakeCase(name);
}

const noKey =
  'No key follows from this name, which has neither Latin letters nor digits: type one, such as big_spenders.';

const { name, sourceId } = NewComputation.shape;
const { everyMinutes } = SyncSchedule.shape;

function parsedIntegrations(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseExact(text);
  } catch {
    return undefined;
  }
}

/** The sentences are those of the core; here they only come sooner. */
const ComputationForm = z
  .object({
    name,
    key: z.string().nullable(),
    sourceId: z
      .string()
      .min(1, 'Choose the source that its identify calls belong to.')
      .pipe(sourceId),
    isScheduled: z.boolean(),
    everyMinutes: z.number().nullable(),
    integrations: z.string(),
  })
  .transform((draft, ctx) => {
    const refuse = (path: keyof ComputationDraft, message: string): void => {
      ctx.addIssue({ code: 'custom', path: [path], message });
    };
    const key = keyOf(draft);
    if (draft.key === null && key === '') refuse('key', noKey);
    else {
      const checked = NewComputation.shape.key.safeParse(key);
      if (!checked.success) refuse('key', checked.error.issues[0]?.message ?? '');
    }
    const minutes = everyMinutes.safeParse(draft.everyMinutes);
    if (draft.isScheduled && !minutes.success)
      refuse('everyMinutes', minutes.error.issues[0]?.message ?? '');
    const integrations = NewComputation.shape.integrations.safeParse(
      parsedIntegrations(draft.integrations),
    );
    const isJson = parsedIntegrations(draft.integrations) !== undefined;
    if (!isJson)
      refuse(
        'integrations',
        'This is not valid JSON: type an object, such as {"Webhooks": false}.',
      );
    else if (!integrations.success)
      refuse('integrations', integrations.error.issues[0]?.message ?? '');
    return {
      name: draft.name,
      key,
      sourceId: draft.sourceId,
      schedule: draft.isScheduled ? { everyMinutes: draft.everyMinutes ?? usualMinutes } : null,
      integrations: integrations.data ?? {},
    };
  });
type TypedComputation = z.output<typeof ComputationForm>;

/** Everything but the key, which is fixed once it is there. */
export function patchOf({ key: _fixed, ...patch }: TypedComputation): ComputationPatch {
  return patch;
}

const fields: Readonly<Record<string, keyof ComputationDraft>> = {
  name: 'name',
  key: 'key',
  sourceId: 'sourceId',
  schedule: 'everyMinutes',
  integrations: 'integrations',
};

export const computationForms = formKind({
  name: 'computations',
  resolver: zodResolver(ComputationForm),
  fieldOf: ([field]) => fields[String(field)] ?? 'name',
});
