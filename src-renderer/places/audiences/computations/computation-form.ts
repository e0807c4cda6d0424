import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { removalOf } from '#renderer/kit/actions/entity-actions.ts';
import type { Work } from '#renderer/kit/actions/perform.ts';
import { computationsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { formKind } from '#renderer/kit/forms/persistent-form.tsx';
import {
  type Computation,
  type ComputationClass,
  type ComputationPatch,
  NewComputation,
  SyncSchedule,
  snakeCase,
} from '#shared/audiences/computation.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { listOf, routeOf } from '../audiences-route.ts';

export interface ComputationDraft {
  readonly name: string;
  /** Null while derived from the name. */
  readonly key: string | null;
  readonly sourceId: string;
  readonly isScheduled: boolean;
  /** Null for an empty field. */
  readonly everyMinutes: number | null;
  /** JSON text; empty for none. */
  readonly integrations: string;
}

const defaultMinutes = 60;

export function emptyDraft(sourceId: string): ComputationDraft {
  return {
    name: '',
    key: null,
    sourceId,
    isScheduled: false,
    everyMinutes: defaultMinutes,
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
    everyMinutes: schedule?.everyMinutes ?? defaultMinutes,
    integrations:
      Object.keys(integrations).length === 0 ? '' : JSON.stringify(integrations, null, 2),
  };
}

export function keyOf({ name, key }: Pick<ComputationDraft, 'name' | 'key'>): string {
  return key ?? snakeCase(name);
}

const noKey = 'Enter a key, such as big_spenders.';

const { name, sourceId } = NewComputation.shape;
const { everyMinutes } = SyncSchedule.shape;

function parsedIntegrations(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseExact(text);
  } catch {
    return undefined;
  }
}

/** Same rules and messages as the core, checked before saving. */
const ComputationForm = z
  .object({
    name,
    key: z.string().nullable(),
    sourceId: z.string().min(1, 'Select a source.').pipe(sourceId),
    isScheduled: z.boolean(),
    everyMinutes: z.number().nullable(),
    integrations: z.string(),
  })
  .transform((draft, ctx) => {
    const addIssue = (path: keyof ComputationDraft, message: string): void => {
      ctx.addIssue({ code: 'custom', path: [path], message });
    };
    const key = keyOf(draft);
    if (draft.key === null && key === '') addIssue('key', noKey);
    else {
      const checked = NewComputation.shape.key.safeParse(key);
      if (!checked.success) addIssue('key', checked.error.issues[0]?.message ?? '');
    }
    const minutes = everyMinutes.safeParse(draft.everyMinutes);
    if (draft.isScheduled && !minutes.success)
      addIssue('everyMinutes', minutes.error.issues[0]?.message ?? '');
    const integrations = NewComputation.shape.integrations.safeParse(
      parsedIntegrations(draft.integrations),
    );
    const isJson = parsedIntegrations(draft.integrations) !== undefined;
    if (!isJson) addIssue('integrations', 'Enter a JSON object, such as {"Webhooks": false}.');
    else if (!integrations.success)
      addIssue('integrations', integrations.error.issues[0]?.message ?? '');
    return {
      name: draft.name,
      key,
      sourceId: draft.sourceId,
      schedule: draft.isScheduled ? { everyMinutes: draft.everyMinutes ?? defaultMinutes } : null,
      integrations: integrations.data ?? {},
    };
  });
type TypedComputation = z.output<typeof ComputationForm>;

/** The key can't change after creation. */
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

export function operationsOf(kind: ComputationClass) {
  return kind === 'audience' ? core.audiences : core.traits;
}

export const removalOfComputation = (kind: ComputationClass, computation: Computation): Work =>
  removalOf({
    collection: computationsOf(kind),
    operations: operationsOf(kind),
    item: computation,
    routeOf: (id) => routeOf(listOf(kind), id ?? null),
    description: 'Receivers keep the last synced value',
  });
