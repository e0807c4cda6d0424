/** Files that clients send or read piece by piece. Each has an ID, and open ones are limited in number. */
import { capitalized, counted } from '#shared/kit/format.ts';
import { AppError } from './app-error.ts';
import type { Clock, Random } from './ports.ts';
import { randomText } from './random.ts';

const maxOpen = 16;

/** A transfer that is idle for this long is abandoned, and ends if another needs its place. */
const abandonedMs = 10 * 60_000;

interface Transfer<Work> {
  readonly work: Work;
  readonly controller: AbortController;
  usedAt: number;
  /** Its pieces, in order. */
  pieces: Promise<unknown>;
}

export interface TransferTools {
  readonly machineClock: Pick<Clock, 'now'>;
  readonly random: Random;
}

/** `noun`, such as `import`, also begins the IDs. `free` releases what a transfer holds when it ends. */
export function createTransfers<Work>(
  { machineClock, random }: TransferTools,
  noun: string,
  free: (work: Work) => Promise<void> = async () => undefined,
) {
  /** Ordered by last use, oldest first. */
  const open = new Map<string, Transfer<Work>>();
  /** Count toward the limit, too. */
  let beginning = 0;

  const gone = (): AppError =>
    new AppError(
      'not_found',
      `${capitalized(noun)} not found: it has ended or was lost in a restart.`,
      { fix: 'Start it again.' },
    );

  function find(id: string): Transfer<Work> {
    const transfer = open.get(id);
    if (transfer === undefined) throw gone();
    return transfer;
  }

  /** From now on it can be neither continued nor cancelled. */
  async function end(id: string): Promise<void> {
    const transfer = open.get(id);
    if (!open.delete(id) || transfer === undefined) return;
    await free(transfer.work);
  }

  /** What its pieces wait for is rejected with the reason of the signal. */
  async function cancel(id: string): Promise<void> {
    find(id).controller.abort(gone());
    await end(id);
  }

  /** At the limit, the ID of an abandoned transfer, which has to end first. Throws an AppError if there is none. */
  function abandonedAtLimit(): string | null {
    if (open.size + beginning < maxOpen) return null;
    const [oldest] = open;
    if (oldest !== undefined && machineClock.now() - oldest[1].usedAt >= abandonedMs)
      return oldest[0];
    throw new AppError(
      'conflict',
      `The limit of ${counted(maxOpen, `open ${noun}`)} is reached. Cancel one, or wait until one ends.`,
    );
  }

  return {
    /** Returns the ID. Throws an AppError at the limit, before it begins. */
    async start(begin: (signal: AbortSignal) => Work | Promise<Work>): Promise<string> {
      const abandoned = abandonedAtLimit();
      beginning += 1;
      try {
        if (abandoned !== null) await cancel(abandoned);
        const controller = new AbortController();
        const work = await begin(controller.signal);
        const id = `${noun.slice(0, 3)}_${randomText(random, 16)}`;
        open.set(id, { work, controller, usedAt: machineClock.now(), pieces: Promise.resolve() });
        return id;
      } finally {
        beginning -= 1;
      }
    },
    /** Transfers a piece after those before it. The transfer ends if that fails: its position is unknown. */
    async piece<Result>(
      id: string,
      move: (work: Work, signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      const transfer = find(id);
      open.delete(id);
      open.set(id, transfer);
      transfer.usedAt = machineClock.now();
      const moved = transfer.pieces.then(async () => {
        find(id);
        const { signal } = transfer.controller;
        try {
          return await move(transfer.work, signal);
        } catch (error) {
          await end(id);
          throw signal.aborted ? signal.reason : error;
        }
      });
      transfer.pieces = moved.catch(() => undefined);
      return moved;
    },
    end,
    cancel: ({ id }: { readonly id: string }): Promise<void> => cancel(id),
    async close(): Promise<void> {
      for (const id of open.keys()) await cancel(id);
    },
  };
}
