/** Input of the forms that change users; kept when the page is left. */
import { createDraftStore } from '#renderer/components/draft-store.ts';
import type { ChangeMode } from './member-actions.ts';

export type ChangeMethod = 'type' | 'file' | 'generate' | 'churn';
export type ValueKind = 'number' | 'choice' | 'boolean';

export interface ChangeDraft {
  readonly method: ChangeMethod;
  readonly mode: ChangeMode;
  /** User IDs, or lines of user IDs and values. */
  readonly lines: string;
  readonly userId: string;
  /** JSON text. */
  readonly value: string;
  readonly count: number | null;
  readonly pattern: string;
  readonly seed: number | null;
  readonly percent: number | null;
  readonly newPattern: string;
  readonly valueKind: ValueKind;
  readonly min: number | null;
  readonly max: number | null;
  /** One JSON value per line. */
  readonly choices: string;
}

const defaultDraft: ChangeDraft = {
  method: 'type',
  mode: 'add',
  lines: '',
  userId: '',
  value: '',
  count: 1_000,
  pattern: 'user_{n}',
  seed: 1,
  percent: 5,
  newPattern: 'user_{random}',
  valueKind: 'number',
  min: 0,
  max: 100,
  choices: '"free"\n"pro"\n"team"',
};

const drafts = createDraftStore<ChangeDraft>('members');

export interface ChangeDraftState {
  readonly draft: ChangeDraft;
  readonly change: (patch: Partial<ChangeDraft>) => void;
}

export function useChangeDraft(id: string): ChangeDraftState {
  const draft = drafts.useDrafts(({ byId }) => byId[id]) ?? defaultDraft;
  return {
    draft,
    change: (patch) => drafts.keep(id, { ...(drafts.get(id) ?? defaultDraft), ...patch }),
  };
}
