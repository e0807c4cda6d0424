/** The whole contract over REST, which has a path, parameters and conversions for each operation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operation, operationsOf } from './operations.ts';
import { type Connected, connectOver, serveContract } from './transports.ts';

export const isOfScenarios = ({ name }: Operation): boolean => name.startsWith('scenarios.');

/** The parts call every operation that `includes` selects. */
export function describeOverRest(
  includes: (operation: Operation) => boolean,
  parts: readonly ((open: () => Connected) => void)[],
): void {
  let connected: Connected | undefined;
  const open = (): Connected => {
    if (connected === undefined) throw new Error('Not connected yet.');
    return connected;
  };
  beforeAll(async () => {
    connected = await connectOver('REST', await serveContract());
  });
  afterAll(async () => {
    await connected?.close();
    await connected?.started.stop();
  });

  for (const describePart of parts) describePart(open);

  it('REST returned every time as ISO 8601 text', () => {
    expect([...open().millisecondFields]).toEqual([]);
  });

  it('this suite called every operation', () => {
    const { called } = open();
    const missing = operationsOf().filter(({ name }) => !called.has(name));
    expect(missing.filter(includes).map(({ name }) => name)).toEqual([]);
  });
}
