/** What is typed for changing users: it stays when the page is left. */
import { createDraftStore } from '#renderer/components/draft-store.ts';
import type { ChangeMode } from './member-actions.ts';

export type ChangeMethod = 'type' | 'file' | 'generate' | 'churn';
export type ValueKind = 'number' | 'choice' | 'boolean';

export interface ChangeDraft {
  readonly method: ChangeMethod;
  readonly mode: ChangeMode;
  /** User ids, or lines of user ids and values. */
  readonly lines: string;
  readonly userId: string;
  /** As JSON text. */
  readonly value: string;
  readonly count: number | null;
  readonly pattern: string;
  readonly seed: number | null;
  readonly percent: number | null;
  readonly newPattern: string;
  readonly valueKind: ValueKind;
  readonly min: number | null;
  readonly max: number | null;
  /** One JSON value on each line. */
  readonly choices: string;
}

const usual: ChangeDraft = {
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
  const draft = drafts.useDrafts(({ byId }) => byId[id]) ?? usual;
  return {
    draft,
    change: (patch) => drafts.keep(id, { ...(drafts.get(id) ?? usual), ...patch }),
  };
}
