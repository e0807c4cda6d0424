/** Imports files of users in pieces. Only an incomplete record is kept between pieces. */

import { setImmediate } from 'node:timers/promises';
import { fieldError } from '#main/kit/app-error.ts';
import { createTransfers, type TransferTools } from '#main/kit/transfers.ts';
import { noChange, type UserValue } from '#main/store/members.ts';
import type { Store } from '#main/store/store.ts';
import type { MembershipChange } from '#shared/audiences/computation.ts';
import {
  type FilePiece,
  type ImportProgress,
  maxBadLines,
  type NewImport,
} from '#shared/audiences/user-import.ts';
import type { BadLine, LineProblem } from '#shared/kit/line-problem.ts';
import { withoutStacks } from '#shared/kit/without-stacks.ts';
import type { Audiences } from '../audiences.ts';
import type { Deletions } from '../deletions/deletions.ts';
import {
  addChanges,
  beginReplacement,
  endReplacement,
  type Find,
  putUsers,
  removeUsers,
  stageUsers,
  writeChunk,
} from '../membership.ts';
import type { Traits } from '../traits.ts';
import { csvRecord, maxRecordLength } from './csv.ts';
import { type Columns, hasValue, namedColumns, type ReadLine, readLine } from './read-line.ts';

const tooLong: LineProblem = { code: 'line_too_long', params: { max: maxRecordLength } };

/** Between chunks, other work can run: each has few lines, and few characters unless it is a single line. */
const maxChunkCharacters = 65_536;

function chunksOfLines(lines: readonly string[]): string[][] {
  const chunks: string[][] = [];
  let chunk: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (chunk.length === writeChunk || characters > maxChunkCharacters) {
      chunks.push(chunk);
      chunk = [];
      characters = 0;
    }
    chunk.push(line);
    characters += line.length;
  }
  return chunk.length === 0 ? chunks : [...chunks, chunk];
}

/** Receives users and finishes after the last userImport. */
interface Sink {
  write(users: readonly UserValue[]): Promise<MembershipChange>;
  end(): Promise<MembershipChange>;
}

interface Import {
  readonly request: NewImport;
  readonly sink: Sink;
  progress: Omit<ImportProgress, 'id'>;
  /** Whether any line was a valid user. */
  hasUsers: boolean;
  /** Start of an incomplete line. */
  rest: string;
  /** Lines of an incomplete record. */
  open: readonly string[];
  /** Null if the first line has no column names; undefined before the first line. */
  columns: Columns | null | undefined;
}

export interface ImportTools extends TransferTools {
  readonly store: Store;
  readonly audiences: Audiences;
  readonly traits: Traits;
  readonly deletions: Deletions;
}

export function createImports(tools: ImportTools) {
  const { store, deletions } = tools;
  const transfers = createTransfers<Import>(tools, 'import');

  const nothingToEnd = async (): Promise<MembershipChange> => noChange;

  async function membershipSink(find: Find, mode: NewImport['mode']): Promise<Sink> {
    find();
    if (mode === 'remove')
      return {
        write: (users) =>
          removeUsers(
            store,
            find,
            users.map(({ userId }) => userId),
          ),
        end: nothingToEnd,
      };
    if (mode === 'add')
      return { write: (users) => putUsers(store, find, users), end: nothingToEnd };
    const replacement = await beginReplacement(store, find);
    return {
      async write(users) {
        await stageUsers(store, find, users, replacement);
        return noChange;
      },
      end: () => endReplacement(store, find, replacement),
    };
  }

  function deletionSink(id: string, mode: NewImport['mode']): Sink {
    deletions.findDraft(id);
    if (mode !== 'add') throw fieldError(['mode'], 'mode must be "add" for a deletion request.');
    return {
      write: (users) => deletions.users.add({ id, userIds: users.map(({ userId }) => userId) }),
      end: nothingToEnd,
    };
  }

  function sinkOf({ target, mode }: NewImport): Sink | Promise<Sink> {
    switch (target.kind) {
      case 'audience':
        return membershipSink(() => tools.audiences.find(target.id), mode);
      case 'trait':
        return membershipSink(() => tools.traits.find(target.id), mode);
      case 'deletion':
        return deletionSink(target.id, mode);
    }
  }

  /** Returns complete lines and keeps the incomplete rest. The last piece leaves no rest. */
  function split(userImport: Import, { text, last }: FilePiece): readonly string[] {
    const lines = (userImport.rest + text).split('\n');
    const rest = lines.pop() ?? '';
    // A final line break doesn't start another line.
    if (last && rest !== '') lines.push(rest);
    userImport.rest = last ? '' : rest;
    // Limits memory for an endless line, which is reported as invalid.
    if (userImport.rest.length > maxRecordLength)
      userImport.rest = userImport.rest.slice(0, maxRecordLength + 1);
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  /** Reads the user of a record. Null if it is empty or contains column names. */
  function readRecord(userImport: Import, text: string): ReadLine | null {
    const { request } = userImport;
    if (text.length > maxRecordLength) {
      // A line with column names is short.
      userImport.columns ??= null;
      return { problem: tooLong };
    }
    if (text.trim() === '') return null;
    if (userImport.columns === undefined) {
      userImport.columns = request.format === 'csv' ? namedColumns(text) : null;
      if (userImport.columns !== null) return null;
    }
    return readLine(text, request.format, userImport.columns, hasValue(request));
  }

  /** Reads users from lines. Invalid records are stored with the number of their first line. */
  function read(userImport: Import, added: readonly string[], isEnd: boolean): UserValue[] {
    const { request, progress } = userImport;
    const lines = [...userImport.open, ...added].map((line, index) =>
      progress.lines + index === 0 ? line.replace(/^\uFEFF/, '') : line,
    );
    const badLines: BadLine[] = [];
    const users: UserValue[] = [];
    let at = 0;
    while (at < lines.length) {
      const record =
        request.format === 'csv'
          ? csvRecord(lines, at, isEnd, userImport.columns?.separator ?? ',')
          : { text: lines[at] ?? '', lineCount: 1 };
      if (record === null) break;
      const line = progress.lines + at + 1;
      at += record.lineCount;
      const user = readRecord(userImport, record.text);
      if (user === null) continue;
      if ('problem' in user) {
        badLines.push({ line, problem: user.problem });
      } else users.push(user);
    }
    userImport.open = lines.slice(at);
    userImport.progress = {
      ...progress,
      lines: progress.lines + at,
      badLineCount: progress.badLineCount + badLines.length,
      badLines: [...progress.badLines, ...badLines].slice(0, maxBadLines),
    };
    return users;
  }

  /** A file in the wrong format must not remove all users. */
  const isUnreadable = ({ progress, hasUsers }: Import): boolean =>
    progress.badLineCount > 0 && !hasUsers;

  async function write(
    userImport: Import,
    piece: FilePiece,
    signal: AbortSignal,
  ): Promise<ImportProgress> {
    const { id, last } = piece;
    const chunks = chunksOfLines(split(userImport, piece));
    // The end of the file completes an open record.
    if (last) chunks.push([]);
    for (const [index, lines] of chunks.entries()) {
      signal.throwIfAborted();
      const isEnd = last && index === chunks.length - 1;
      const users = withoutStacks(() => read(userImport, lines, isEnd));
      userImport.hasUsers ||= users.length > 0;
      userImport.progress = {
        ...userImport.progress,
        ...addChanges(userImport.progress, await userImport.sink.write(users)),
      };
      // A piece may contain half a million invalid lines. Other work can run in between.
      await setImmediate();
    }
    if (last) {
      signal.throwIfAborted();
      // The import can no longer be cancelled: a replacement is applied completely or not at all.
      await transfers.end(id);
      const end = isUnreadable(userImport) ? noChange : await userImport.sink.end();
      userImport.progress = {
        ...userImport.progress,
        ...addChanges(userImport.progress, end),
        state: 'done',
      };
    }
    return { id, ...userImport.progress };
  }

  return {
    async create(request: NewImport): Promise<ImportProgress> {
      const progress: Import['progress'] = {
        ...{ ...noChange, state: 'open' },
        ...{ lines: 0, badLineCount: 0, badLines: [] },
      };
      const id = await transfers.start(async () => ({
        ...{ request, progress, sink: await sinkOf(request) },
        ...{ hasUsers: false, rest: '', open: [], columns: undefined },
      }));
      return { id, ...progress };
    },
    /** Resolves when the piece is on disk. */
    append: (piece: FilePiece): Promise<ImportProgress> =>
      transfers.piece(piece.id, (userImport, signal) => write(userImport, piece, signal)),
    cancel: transfers.cancel,
  };
}
