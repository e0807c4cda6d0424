/** Waits until a core is idle, before virtual time moves. */

/** Work may pass from one part to another within a turn of the event loop. */
const requiredIdleTurns = 3;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const millisecond = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Turns to poll before yielding the processor to other threads. */
const busyTurns = 200;

/** Named work that did not end in time. */
export class Stall extends Error {
  override readonly name = 'Stall';
  readonly busyParts: readonly string[];

  constructor(busyParts: readonly string[]) {
    super(`Waiting for: ${busyParts.join(', ')}.`);
    this.busyParts = busyParts;
  }
}

/** `stallMs` is real time. Rejects with a Stall. */
export async function whenAtRest(
  busyParts: () => readonly string[],
  stallMs: number,
): Promise<void> {
  const endsAt = performance.now() + stallMs;
  for (let idleTurns = 0, turns = 0; idleTurns < requiredIdleTurns; turns += 1) {
    await (turns > busyTurns ? millisecond() : nextTurn());
    const busy = busyParts();
    idleTurns = busy.length === 0 ? idleTurns + 1 : 0;
    if (busy.length > 0 && performance.now() > endsAt) throw new Stall(busy);
  }
}
