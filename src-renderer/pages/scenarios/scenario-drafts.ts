/** What was typed on the page and not saved, and how a scenario is run next. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';

interface Draft {
  readonly text: string;
  /** Of the file that it changes. */
  readonly version: string;
}

export interface RunChoice {
  /** Values of variables that differ from those of the file. */
  readonly set: Readonly<Record<string, string>>;
  readonly case: string | null;
  /** Null: that of the file. */
  readonly seed: number | null;
  /** Times real time; null: as fast as possible. */
  readonly speed: number | null;
}

interface Drafts {
  readonly texts: Readonly<Record<string, Draft>>;
  readonly choices: Readonly<Record<string, RunChoice>>;
}

const noChoice: RunChoice = { set: {}, case: null, seed: null, speed: null };
const key = (file: string): string => `scenario.values.${file}`;

function rememberedValues(file: string): RunChoice['set'] {
  try {
    const values: unknown = JSON.parse(remembered.getItem(key(file)) ?? '{}');
    return typeof values === 'object' && values !== null ? (values as RunChoice['set']) : {};
  } catch {
    return {};
  }
}

export const useDrafts = create<Drafts>()(() => ({ texts: {}, choices: {} }));

export function typeScenario(file: string, text: string, version: string): void {
  useDrafts.setState(({ texts }) => ({
    texts: { ...texts, [file]: { text, version: texts[file]?.version ?? version } },
  }));
}

export function dropDraft(file: string): void {
  useDrafts.setState(({ texts: { [file]: _dropped, ...texts } }) => ({ texts }));
}

export function choiceOf(file: string): RunChoice {
  const known = useDrafts.getState().choices[file];
  return known ?? { ...noChoice, set: rememberedValues(file) };
}

export function useChoice(file: string): RunChoice {
  const known = useDrafts(({ choices }) => choices[file]);
  return known ?? choiceOf(file);
}

export function choose(file: string, change: Partial<RunChoice>): void {
  const choice = { ...choiceOf(file), ...change };
  useDrafts.setState(({ choices }) => ({ choices: { ...choices, [file]: choice } }));
}

/** Null: the value of the file. Secrets are kept in this window only. */
export function setVariable(
  file: string,
  name: string,
  value: string | null,
  isSecret: boolean,
): void {
  const { [name]: _before, ...others } = choiceOf(file).set;
  choose(file, { set: value === null ? others : { ...others, [name]: value } });
  if (isSecret) return;
  const { [name]: _stored, ...stored } = rememberedValues(file);
  remembered.setItem(
    key(file),
    JSON.stringify(value === null ? stored : { ...stored, [name]: value }),
  );
}
