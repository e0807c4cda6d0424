/** Files of users, taken piece by piece: what is kept between two pieces is the line they cut. */
import { setImmediate } from 'node:timers/promises';
import type { MembershipChange } from '#shared/schemas/computation.ts';
import {
  type AppendLines,
  type BadLine,
  type BeginImport,
  type ImportProgress,
  toldBadLines,
} from '#shared/schemas/user-import.ts';
import type { Audiences } from '../audiences/audiences.ts';
import {
  beginReplacement,
  chunksOf,
  endReplacement,
  type Find,
  putUsers,
  removeUsers,
  sum,
} from '../audiences/membership.ts';
import type { Traits } from '../audiences/traits.ts';
import type { Deletions } from '../deletions/deletions.ts';
import { createOpenWork } from '../open-work.ts';
import type { Clock, Random } from '../ports.ts';
import { randomText } from '../random-id.ts';
import { Refusal, refusedField } from '../refusal.ts';
import { noChange, type UserValue } from '../store/members.ts';
import type { Store } from '../store/store.ts';
import { type Columns, carriesValue, namedColumns, readLine } from './read-line.ts';

/** Longest line: a user with the largest value, and room to spare. */
const maxLineLength = 65_536;

const tooLong = `The line is too long: at most ${maxLineLength.toLocaleString('en')} characters.`;

/** Where users go, and what is done when the last has come. */
interface Sink {
  take(users: readonly UserValue[]): Promise<MembershipChange>;
  end(): Promise<MembershipChange>;
}

interface Import {
  readonly request: BeginImport;
  readonly sink: Sink;
  progress: ImportProgress;
  /** The beginning of a line whose end has not come yet. */
  rest: string;
  /** Null when the first line names none; undefined before it. */
  columns: Columns | null | undefined;
  /** Pieces are taken one after the other. */
  last: Promise<unknown>;
}

export interface ImportTools {
  readonly store: Store;
  readonly random: Random;
  readonly machineClock: Pick<Clock, 'now'>;
  readonly audiences: Audiences;
  readonly traits: Traits;
  readonly deletions: Deletions;
}

export function createImports(tools: ImportTools) {
  const { store, random, deletions } = tools;
  const open = createOpenWork<Import>(
    tools.machineClock,
    'Sixteen files of users are being read: wait until one of them has ended, or cancel one.',
  );

  const nothingToEnd = async (): Promise<MembershipChange> => noChange;

  async function membershipSink(find: Find, mode: BeginImport['mode']): Promise<Sink> {
    find();
    if (mode === 'remove')
      return {
        take: (users) =>
          removeUsers(
            store,
            find,
            users.map(({ userId }) => userId),
          ),
        end: nothingToEnd,
      };
    if (mode === 'add') return { take: (users) => putUsers(store, find, users), end: nothingToEnd };
    const replacement = await beginReplacement(store, find);
    return {
      take: (users) => putUsers(store, find, users, replacement),
      end: async () => ({ ...noChange, removed: await endReplacement(store, find, replacement) }),
    };
  }

  function deletionSink(id: string, mode: BeginImport['mode']): Sink {
    deletions.findDraft(id);
    if (mode !== 'add') throw refusedField(['mode'], 'mode must be "add" for a deletion request.');
    return {
      async take(users) {
        const added = await deletions.addUsers(
          id,
          users.map(({ userId }) => userId),
        );
        return { ...noChange, added, unchanged: users.length - added };
      },
      end: nothingToEnd,
    };
  }

  function sinkOf({ target, mode }: BeginImport): Sink | Promise<Sink> {
    switch (target.kind) {
      case 'audience':
        return membershipSink(() => tools.audiences.find(target.id), mode);
      case 'trait':
        return membershipSink(() => tools.traits.find(target.id), mode);
      case 'deletion':
        return deletionSink(target.id, mode);
    }
  }

  function find(id: string): Import {
    const found = open.get(id);
    if (found === undefined)
      throw new Refusal(
        'not_found',
        'This import is not under way: it has ended, or the program was started anew. Begin it again.',
      );
    return found;
  }

  /** Complete lines, and what is left of the piece; the last piece leaves nothing. */
  function split(one: Import, { text, last }: AppendLines): readonly string[] {
    const lines = (one.rest + text).split('\n');
    const rest = lines.pop() ?? '';
    // Most files end with a line break, after which there is no further line.
    if (last && rest !== '') lines.push(rest);
    one.rest = last ? '' : rest;
    // A line without an end must not fill the memory: what it is kept for is to be told as bad.
    if (one.rest.length > maxLineLength) one.rest = one.rest.slice(0, maxLineLength + 1);
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  /** The users of the lines; bad lines are noted with their numbers. */
  function read(one: Import, lines: readonly string[]): UserValue[] {
    const { request, progress } = one;
    const badLines: BadLine[] = [];
    const users: UserValue[] = [];
    lines.forEach((raw, index) => {
      const number = progress.lines + index + 1;
      const line = number === 1 ? raw.replace(/^\uFEFF/, '') : raw;
      if (line.trim() === '') return;
      if (one.columns === undefined) {
        one.columns = request.format === 'csv' ? namedColumns(line) : null;
        if (one.columns !== null) return;
      }
      const user =
        line.length > maxLineLength
          ? { problem: tooLong }
          : readLine(line, request.format, one.columns, carriesValue(request));
      if ('problem' in user) badLines.push({ line: number, reason: user.problem });
      else users.push(user);
    });
    one.progress = {
      ...progress,
      lines: progress.lines + lines.length,
      badLineCount: progress.badLineCount + badLines.length,
      badLines: [...progress.badLines, ...badLines].slice(0, toldBadLines),
    };
    return users;
  }

  /** A file that is not what it was taken for must not leave nobody behind. */
  const isUnreadable = ({ badLineCount, added, changed, unchanged }: ImportProgress): boolean =>
    badLineCount > 0 && added + changed + unchanged === 0;

  async function take(one: Import, piece: AppendLines): Promise<ImportProgress> {
    for (const lines of chunksOf(split(one, piece))) {
      // Cancelled since, or a piece before this one could not be stored.
      find(piece.id);
      const users = read(one, lines);
      one.progress = { ...one.progress, ...sum(one.progress, await one.sink.take(users)) };
      // A piece may be half a million lines, each of them bad: other work comes between.
      await setImmediate();
    }
    if (piece.last) {
      find(piece.id);
      // From here on it is too late to cancel: a replacement removes all who did not occur, or nobody.
      open.remove(piece.id);
      const end = isUnreadable(one.progress) ? noChange : await one.sink.end();
      one.progress = { ...one.progress, ...sum(one.progress, end), state: 'done' };
    }
    return one.progress;
  }

  return {
    async begin(request: BeginImport): Promise<ImportProgress> {
      const id = `imp_${randomText(random, 12)}`;
      const progress: ImportProgress = {
        ...noChange,
        id,
        state: 'open',
        lines: 0,
        badLineCount: 0,
        badLines: [],
      };
      open.makeRoom();
      const sink = await sinkOf(request);
      open.add(id, {
        request,
        sink,
        progress,
        rest: '',
        columns: undefined,
        last: Promise.resolve(),
      });
      return progress;
    },
    /** Takes one piece after the other; resolves when its lines are on disk. */
    append(piece: AppendLines): Promise<ImportProgress> {
      const one = find(piece.id);
      open.touch(piece.id);
      const taken = one.last.then(() => take(one, piece));
      // What was read and could not be stored cannot be told from what comes next.
      one.last = taken.catch(() => open.remove(piece.id));
      return taken;
    },
    cancel(id: string): void {
      find(id);
      open.remove(id);
    },
  };
}
