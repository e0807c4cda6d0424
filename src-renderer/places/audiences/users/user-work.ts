/** Long-running changes of users, one per audience, trait or deletion request; they outlive the page. */

import { create } from 'zustand';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { bytesIn } from '#renderer/kit/host/files.ts';
import type { MembershipChange, MembershipProgress } from '#shared/audiences/computation.ts';
import type { ImportTarget, NewImport } from '#shared/audiences/user-import.ts';
import { counted } from '#shared/kit/format.ts';
import type { BadLine } from '#shared/kit/line-problem.ts';
import { UserId } from '#shared/kit/name.ts';
import { asText, upload } from '#shared/kit/transfer.ts';

interface UserLines {
  /** Unique, in the order of the lines. */
  readonly userIds: readonly string[];
  /** The first invalid line. */
  readonly problem: string | undefined;
}

/** Trims lines and skips empty ones. */
export function readUserLines(text: string): UserLines {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const invalidIndex = lines.findIndex((line) => line !== '' && !UserId.safeParse(line).success);
  const reason =
    invalidIndex < 0 ? undefined : UserId.safeParse(lines[invalidIndex]).error?.issues[0]?.message;
  return {
    userIds: [...new Set(lines.filter((line) => line !== ''))],
    problem: reason && `Line ${invalidIndex + 1}: ${reason}`,
  };
}

interface UserWork {
  /** Such as the name of the file. */
  readonly title: string;
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  /** Of `total`: bytes of a file, or users. Both are 0 before the start. */
  readonly done: number;
  readonly total: number;
  readonly change: MembershipChange;
  readonly badLineCount: number;
  /** The first ones only. */
  readonly badLines: readonly BadLine[];
  readonly problem: string | null;
}

const initialWork: Omit<UserWork, 'title'> = {
  status: 'running',
  done: 0,
  total: 0,
  change: { added: 0, changed: 0, removed: 0, unchanged: 0 },
  badLineCount: 0,
  badLines: [],
  problem: null,
};

interface WorkState {
  readonly byTarget: Readonly<Record<string, UserWork>>;
}

export const useUserWork = create<WorkState>()(() => ({ byTarget: {} }));

const running = new Map<string, AbortController>();

function show(targetId: string, work: Partial<UserWork>): void {
  const { byTarget } = useUserWork.getState();
  const before = byTarget[targetId];
  if (before === undefined) return;
  useUserWork.setState({ byTarget: { ...byTarget, [targetId]: { ...before, ...work } } });
}

type Report = (progress: Partial<UserWork>) => void;

async function work(
  targetId: string,
  title: string,
  run: (report: Report, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (running.has(targetId)) return;
  const controller = new AbortController();
  const { signal } = controller;
  running.set(targetId, controller);
  const { byTarget } = useUserWork.getState();
  useUserWork.setState({ byTarget: { ...byTarget, [targetId]: { ...initialWork, title } } });
  try {
    await run((progress) => show(targetId, progress), signal);
    // Also if cancelled after the last step.
    show(targetId, { status: 'done' });
  } catch (error) {
    show(
      targetId,
      signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', problem: errorSentence(error) },
    );
  }
  running.delete(targetId);
}

/** Keeps what was already done. */
export function cancelWork(targetId: string): void {
  running.get(targetId)?.abort();
}

export function dismissWork(targetId: string): void {
  const { [targetId]: _dismissed, ...byTarget } = useUserWork.getState().byTarget;
  useUserWork.setState({ byTarget });
}

export function followWork(
  targetId: string,
  title: string,
  begin: (signal: AbortSignal) => Promise<AsyncIterable<MembershipProgress>>,
): Promise<void> {
  return work(targetId, title, async (report, signal) => {
    for await (const { done, total, ...change } of await begin(signal))
      report({ done, total, change });
    // An aborted stream ends without an error.
    signal.throwIfAborted();
  });
}

export interface ImportedText {
  /** Such as the name of a file. */
  readonly title: string;
  readonly bytes: Blob;
  readonly format: NewImport['format'];
}

/** JSON lines, because an ID may contain commas and quotes. */
export function pastedUsers(userIds: readonly string[]): ImportedText {
  return {
    title: counted(userIds.length, 'pasted user', 'pasted users'),
    bytes: new Blob([userIds.map((id) => JSON.stringify(id)).join('\n')]),
    format: 'jsonl',
  };
}

/** Imports a text in chunks. Resolves with whether every line was accepted, so that input isn't lost. */
export async function importText(
  target: ImportTarget,
  mode: NewImport['mode'],
  { title, bytes, format }: ImportedText,
): Promise<boolean> {
  if (running.has(target.id)) return false;
  await work(target.id, title, async (report, signal) => {
    report({ total: bytes.size });
    const { id } = await core.imports.create({ target, format, mode });
    // An unfinished replacement removes no one.
    for await (const { sentBytes, result } of upload(
      { id, signal },
      bytesIn(bytes),
      asText(),
      core.imports,
    )) {
      const { added, changed, removed, unchanged, badLineCount, badLines } = result;
      const change = { added, changed, removed, unchanged };
      report({ done: sentBytes, change, badLineCount, badLines });
    }
  });
  const finished = useUserWork.getState().byTarget[target.id];
  return finished?.status === 'done' && finished.badLineCount === 0;
}

/** Why no other long change can start; undefined when it can. */
export const useBusyReason = (targetId: string): string | undefined =>
  useUserWork(({ byTarget }) => byTarget[targetId]?.status === 'running')
    ? 'Another change is running'
    : undefined;

export function formatOf(fileName: string): NewImport['format'] {
  return /\.(jsonl|ndjson|json)$/i.test(fileName) ? 'jsonl' : 'csv';
}
