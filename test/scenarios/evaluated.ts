/** Evaluates expectations as they are written in a file. */
import { createSideEffects } from '#main/kit/side-effects.ts';
import { type ExpectationPorts, evaluate } from '#main/scenarios/expect/evaluate.ts';
import { indexHistory } from '#main/scenarios/history/history-index.ts';
import { Expectation } from '#shared/scenarios/schema/expectation.ts';
import type { Check } from '#shared/scenarios/schema/report.ts';
import type { SimulatedRun } from './simulated-run.ts';

const unexpected = (what: string) => () => Promise.reject(new Error(`unexpected ${what}`));

export const noPorts: ExpectationPorts = {
  snapshots: { read: () => null, areUpdated: false, found: () => {}, redact: (value) => value },
  membership: unexpected('membership'),
  lookUp: unexpected('lookUp'),
  state: {
    during: () => ({ readings: [], isLimited: false }),
    urlOf: ({ url }) => url,
    read: unexpected('read'),
    readAll: createSideEffects({ leastMs: 0, slowestMs: 0 }).readAll,
    undisturbed: null,
  },
  certify: unexpected('certify'),
};

export type Written = Readonly<Record<string, unknown>>;

export async function check(
  written: Written,
  { events, facts }: SimulatedRun,
  ports: Partial<ExpectationPorts> = {},
): Promise<Check> {
  const expectation = Expectation.parse(written);
  const evaluated = await evaluate(expectation, null, indexHistory(events), facts, {
    ...noPorts,
    ...ports,
  });
  return evaluated.check;
}
