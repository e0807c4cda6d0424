/**
 * The session that is being recorded, or was recorded and is not saved yet. Its span survives a
 * reload; what happened in it is in the journal of the core.
 */
import { create } from 'zustand';
import { showFailure } from '#renderer/components/show-failure.ts';
import { coreNow } from '#renderer/data/clock.ts';
import { core } from '#renderer/data/core.ts';
import {
  errorCode,
  errorSentence,
  fieldIssuesOf,
  isNotFound,
} from '#renderer/data/error-sentence.ts';
import { ledgerNow } from '#renderer/data/ledger.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { remembered } from '#renderer/ui/remembered.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { RecordedScenario } from '#shared/schemas/scenario/recording.ts';
import type { Check } from '#shared/schemas/scenario/report.ts';
import type { StoredRun } from '#shared/schemas/scenario/run.ts';
import { originsAllowed } from './scenario-actions.ts';
import { openScenarioFromHere, reloadScenarios } from './scenario-data.ts';
import { startRun } from './scenario-run.ts';

export interface RecordingSession {
  /** Virtual time. Null: ten minutes of real time before it was stopped. */
  readonly from: number | null;
  /** Virtual time. Null: still recording. */
  readonly to: number | null;
  /** Accepted messages, and the newest entry of the journal, at the start. */
  readonly accepted: number;
  readonly entry: number;
}

interface Problem {
  readonly code: string;
  readonly text: string;
}

interface Recording {
  readonly session: RecordingSession | null;
  /** Null until it is loaded. */
  readonly recorded: RecordedScenario | null;
  readonly loadProblem: Problem | null;
  readonly name: string;
  /** Null: from the name. */
  readonly file: string | null;
  /** Indexes of expectations that the user removed. */
  readonly unticked: readonly number[];
  /** The last run of all expectations. */
  readonly run: StoredRun | null;
  readonly isSaving: boolean;
  /** Of the last attempt to save. */
  readonly saveProblem: (Problem & { readonly field: 'name' | 'file' | null }) | null;
}

const fresh: Recording = {
  ...{ session: null, recorded: null, loadProblem: null, name: 'Recorded session', file: null },
  ...{ unticked: [], run: null, isSaving: false, saveProblem: null },
};

const key = 'scenario.recording';
const lastMs = 600_000;

/** Where the pane is; file names end in .yaml. */
export const recordingPath = 'recording';

const isTime = (value: unknown): boolean => value === null || typeof value === 'number';

function rememberedSession(): RecordingSession | null {
  try {
    const { from, to, accepted, entry } = JSON.parse(remembered.getItem(key) ?? '');
    const isValid = isTime(from) && isTime(to) && (from !== null || to !== null);
    return isValid ? { from, to, accepted: Number(accepted), entry: Number(entry) } : null;
  } catch {
    return null;
  }
}

export const useRecording = create<Recording>()(() => ({ ...fresh, session: rememberedSession() }));
useRecording.subscribe(({ session }, before) => {
  if (session !== before.session) remembered.setItem(key, JSON.stringify(session));
});

export const openRecording = (): void =>
  navigate({ page: 'scenarios', path: [recordingPath] }, 'replace');

export async function startRecording(): Promise<void> {
  try {
    const { items } = await core.journal.list({ limit: 1 });
    const session = { from: coreNow(), to: null, entry: items[0]?.id ?? 0 };
    useRecording.setState({
      ...fresh,
      session: { ...session, accepted: ledgerNow()?.accepted ?? 0 },
    });
  } catch (error) {
    showFailure("Can't record", error);
  }
}

/** Ends the span and shows what was recorded. */
export function stopRecording(): void {
  const { session } = useRecording.getState();
  if (session === null) return;
  useRecording.setState({ ...fresh, session: { ...session, to: coreNow() } });
  openRecording();
}

export function recordLastMinutes(): void {
  useRecording.setState({
    ...fresh,
    session: { from: null, to: coreNow(), accepted: 0, entry: 0 },
  });
  openRecording();
}

/** Extends the span. */
export function continueRecording(): void {
  const { session } = useRecording.getState();
  if (session === null) return;
  useRecording.setState({ ...fresh, session: { ...session, to: null } });
}

export function discardRecording(): void {
  const before = useRecording.getState();
  useRecording.setState(fresh);
  navigate({ page: 'scenarios' }, 'replace');
  showToast({
    title: 'Discarded the recording',
    action: { label: 'Undo', run: () => useRecording.setState(before) },
  });
}

/** Reads what was recorded, once. */
export async function loadRecording(): Promise<void> {
  const { session, name } = useRecording.getState();
  if (session === null || session.to === null) return;
  useRecording.setState({ recorded: null, run: null, loadProblem: null });
  const { from, to } = session;
  const isCurrent = (): boolean => useRecording.getState().session === session;
  try {
    const recorded = await core.recordings.create({
      name,
      ...(from === null ? { lastMs } : { from, to }),
    });
    if (!isCurrent()) return;
    const span = { from: recorded.from, to: recorded.to };
    useRecording.setState({ recorded, session: { ...session, ...span } });
  } catch (error) {
    if (isCurrent())
      useRecording.setState({
        loadProblem: { code: errorCode(error), text: errorSentence(error) },
      });
  }
}

/** `Recorded session` becomes `recorded-session.yaml`, or the first free number of it. */
export function fileForName(name: string, files: readonly string[]): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['recorded'];
  const stem = words.join('-').slice(0, 100);
  let file = `${stem}.yaml`;
  for (let number = 2; files.includes(file); number += 1) file = `${stem}-${number}.yaml`;
  return file;
}

/** The check of each expectation in the last run; empty before it. */
export const expectationChecks = (run: StoredRun | null): readonly Check[] =>
  run?.report.checks.filter(({ kind }) => kind === 'expectation') ?? [];

/** Indexes of expectations to save: those that failed are left out. */
export function tickedExpectations({
  recorded,
  unticked,
  run,
}: Pick<Recording, 'recorded' | 'unticked' | 'run'>): readonly number[] {
  const checks = expectationChecks(run);
  return [...(recorded?.expectations.keys() ?? [])].filter(
    (index) => !unticked.includes(index) && checks[index]?.verdict !== 'failed',
  );
}

export function tick(index: number, isTicked: boolean): void {
  useRecording.setState(({ unticked }) => ({
    unticked: isTicked ? unticked.filter((one) => one !== index) : [...unticked, index],
  }));
}

/** Runs all expectations. */
export async function runRecording(): Promise<void> {
  const { recorded } = useRecording.getState();
  if (recorded === null) return;
  useRecording.setState({ run: null });
  const run = await startRun(recordingPath, async () => {
    const { id } = await currentRecording(recorded);
    return core.recordings.run({ id, allowOrigins: [...originsAllowed()] });
  });
  if (run !== null) useRecording.setState({ run });
}

/** The core keeps recordings until it stops; then it makes the same one again. */
async function currentRecording(recorded: RecordedScenario): Promise<RecordedScenario> {
  try {
    await core.recordings.files({ id: recorded.id, expectations: [] });
    return recorded;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const { name, from, to } = recorded;
    const again = await core.recordings.create({ name, from, to });
    useRecording.setState({ recorded: again });
    return again;
  }
}

/** Saves it in the folder of the user and opens the file. */
export async function saveRecording(file: string): Promise<void> {
  const { recorded, name } = useRecording.getState();
  if (recorded === null) return;
  useRecording.setState({ isSaving: true, saveProblem: null });
  const open = openScenarioFromHere();
  try {
    const { id } = await currentRecording(recorded);
    const expectations = [...tickedExpectations(useRecording.getState())];
    await core.recordings.save({ id, file, name, expectations });
  } catch (error) {
    const field = (['name', 'file'] as const).find((one) =>
      fieldIssuesOf(error).some(({ path }) => path[0] === one),
    );
    const code = errorCode(error);
    useRecording.setState({
      isSaving: false,
      // The only conflict is with a file that exists.
      saveProblem: {
        code,
        text: errorSentence(error),
        field: code === 'conflict' ? 'file' : (field ?? null),
      },
    });
    return;
  }
  useRecording.setState(fresh);
  await reloadScenarios();
  open(file);
  showToast({ title: `Saved as ${file}`, tone: 'ok' });
}
