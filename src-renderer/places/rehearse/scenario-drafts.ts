/** Unsaved text of scenarios, and the options of the next run. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { remembered } from '#renderer/ui/remembered.ts';
import { disturbanceKinds, type ExploreRequest } from '#shared/scenarios/schema/exploration.ts';

interface Draft {
  readonly text: string;
  /** Version of the file that was edited. */
  readonly version: string;
}

export interface RunChoice {
  /** Values of variables that differ from those of the file. */
  readonly set: Readonly<Record<string, string>>;
  readonly case: string | null;
  /** Null: the seed of the file. */
  readonly seed: number | null;
  /** Factor of real time; null: as fast as possible. */
  readonly speed: number | null;
  readonly exploration: ExplorationChoice;
}

export interface ExplorationChoice {
  /** Null: the first. */
  readonly server: string | null;
  readonly disturbances: Readonly<ExploreRequest['disturbances']>;
  /** Null: by the speed of the server. */
  readonly budgetMs: number | null;
}

interface Drafts {
  readonly texts: Readonly<Record<string, Draft>>;
  readonly choices: Readonly<Record<string, RunChoice>>;
}

const noChoice: RunChoice = {
  ...{ set: {}, case: null, seed: null, speed: null },
  exploration: { server: null, disturbances: [...disturbanceKinds], budgetMs: null },
};
const key = (file: string): string => `scenario.values.${file}`;

function rememberedValues(file: string): RunChoice['set'] {
  try {
    const values: unknown = JSON.parse(remembered.getItem(key(file)) ?? '{}');
    return typeof values === 'object' && values !== null ? (values as RunChoice['set']) : {};
  } catch {
    return {};
  }
}

export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ texts: {}, choices: {} }), {
    name: 'hookwright.drafts.scenarios',
    storage: createJSONStorage(() => sessionStorage),
    // Values may be secrets.
    partialize: ({ texts }) => ({ texts }),
  }),
);

export function typeScenario(file: string, text: string, version: string): void {
  useDrafts.setState(({ texts }) => ({
    texts: { ...texts, [file]: { text, version: texts[file]?.version ?? version } },
  }));
}

export function dropDraft(file: string): void {
  useDrafts.setState(({ texts: { [file]: _dropped, ...texts } }) => ({ texts }));
}

export function choiceOf(file: string): RunChoice {
  const choice = useDrafts.getState().choices[file];
  return choice ?? { ...noChoice, set: rememberedValues(file) };
}

export function useChoice(file: string): RunChoice {
  const choice = useDrafts(({ choices }) => choices[file]);
  return choice ?? choiceOf(file);
}

export function choose(file: string, change: Partial<RunChoice>): void {
  const choice = { ...choiceOf(file), ...change };
  useDrafts.setState(({ choices }) => ({ choices: { ...choices, [file]: choice } }));
}

/** Null removes the value, so that of the file is used. Secrets are not stored. */
export function setVariable(
  file: string,
  name: string,
  value: string | null,
  isSecret: boolean,
): void {
  const { [name]: _before, ...otherValues } = choiceOf(file).set;
  choose(file, { set: value === null ? otherValues : { ...otherValues, [name]: value } });
  if (isSecret) return;
  const { [name]: _stored, ...otherStored } = rememberedValues(file);
  remembered.setItem(
    key(file),
    JSON.stringify(value === null ? otherStored : { ...otherStored, [name]: value }),
  );
}
