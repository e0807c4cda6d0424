/** Waits until a core is idle, before virtual time moves. */

/** Work may pass from one part to another within a turn of the event loop. */
const calmTurns = 3;

const turn = () => new Promise((resolve) => setImmediate(resolve));
const millisecond = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Turns to poll before yielding the processor to other threads. */
const busyTurns = 200;

/** Named work that did not end in time. */
export class Stall extends Error {
  override readonly name = 'Stall';
  readonly holders: readonly string[];

  constructor(holders: readonly string[]) {
    super(`Waiting for: ${holders.join(', ')}.`);
    this.holders = holders;
  }
}

/** `stallMs` is real time. Rejects with a Stall. */
export async function whenAtRest(
  busyParts: () => readonly string[],
  stallMs: number,
): Promise<void> {
  const endsAt = performance.now() + stallMs;
  for (let calm = 0, turns = 0; calm < calmTurns; turns += 1) {
    await (turns > busyTurns ? millisecond() : turn());
    const busy = busyParts();
    calm = busy.length === 0 ? calm + 1 : 0;
    if (busy.length > 0 && performance.now() > endsAt) throw new Stall(busy);
  }
}
