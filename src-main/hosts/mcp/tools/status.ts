/** What is running, and what is set up. */
import { z } from 'zod';
import { ClockState } from '#shared/clock/clock.ts';
import { Source } from '#shared/connections/source.ts';
import { Ledger } from '#shared/deliveries/ledger.ts';
import { listenProblemText } from '#shared/kit/problem.ts';
import { System } from '#shared/settings/system.ts';
import { action, pick } from '../tool.ts';
import { DestinationRow, destinationRow, MockRow, mockRow } from './setup.ts';

/** Of each kind. More are counted. */
const maxListed = 50;

const listed = <Item>(items: readonly Item[]): Item[] => items.slice(0, maxListed);

export const getStatus = action({
  description:
    'Addresses, problems, the virtual clock, and the ledger: how many messages were accepted and how many deliveries are in each state. Also sources, destinations and mock endpoints (built-in test endpoints), at most 50 of each, without secrets and write keys, and the names of sample events. Start here.',
  operations: ['system.get', 'clock.get', 'ledger.get', 'samples.list'],
  input: z.object({}),
  output: z.object({
    ...pick(System, 'version ingestUrl mockUrl dataFolder').shape,
    problems: z.array(z.string()),
    clock: ClockState.omit({ rate: true }),
    ledger: Ledger,
    sources: z.array(pick(Source, 'id name enabled')),
    destinations: z.array(DestinationRow),
    mocks: z.array(MockRow),
    /** How many of these are left out. */
    omitted: z.number().int(),
    samples: z.array(z.string()),
  }),
  async run(_input, { api, readSetup, readRedaction }) {
    const [setup, redaction, system, clock, ledger, samples] = await Promise.all([
      readSetup(),
      readRedaction(),
      api.system.get(),
      api.clock.get(),
      api.ledger.get(),
      api.samples.list(),
    ]);
    const { sources, destinations, mocks } = setup;
    const { ingestProblem, ingestHttpsProblem, mockProblem } = system;
    return {
      ...{ ...system, clock, ledger },
      problems: [ingestProblem, ingestHttpsProblem, mockProblem]
        .filter((problem) => problem !== null)
        .map(listenProblemText),
      sources: listed(sources),
      destinations: listed(destinations).map((of) => destinationRow(of, redaction)),
      mocks: listed(mocks).map((of) => mockRow(of, redaction)),
      omitted: [sources, destinations, mocks].reduce(
        (count, items) => count + Math.max(0, items.length - maxListed),
        0,
      ),
      samples: samples.map(({ name }) => name),
    };
  },
});
