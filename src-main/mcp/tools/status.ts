/** What is running, and what is set up. */
import { z } from 'zod';
import {
  destinationProblemText,
  listenProblemText,
  mockProblemText,
} from '#shared/labels/problems.ts';
import { setupRedaction } from '#shared/lib/setup-redaction.ts';
import { ClockState } from '#shared/schemas/clock.ts';
import { Destination, webhooksOf } from '#shared/schemas/destination.ts';
import { Ledger } from '#shared/schemas/ledger.ts';
import { Mock } from '#shared/schemas/mock.ts';
import { Source } from '#shared/schemas/source.ts';
import { System } from '#shared/schemas/system.ts';
import { readSetup } from '../setup.ts';
import { defineTool } from '../tool.ts';

const noInput = z.object({});

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Get status',
  description:
    'Addresses, problems, the virtual clock, and the ledger: how many messages were accepted and how many deliveries are in each state. Start here.',
  level: 'read',
  isIdempotent: true,
  input: noInput,
  output: z.object({
    ...System.pick({ version: true, ingestUrl: true, mockUrl: true, dataFolder: true }).shape,
    problems: z.array(z.string()),
    clock: ClockState.omit({ rate: true }),
    ledger: Ledger,
  }),
  async run(_call, { client }) {
    const [system, clock, ledger] = await Promise.all([
      client.system.get(),
      client.clock.get(),
      client.ledger.get(),
    ]);
    const { ingestProblem, ingestHttpsProblem, mockProblem } = system;
    const problems = [ingestProblem, ingestHttpsProblem, mockProblem]
      .filter((problem) => problem !== null)
      .map(listenProblemText);
    return { ...system, problems, clock, ledger };
  },
});

/** Of each kind. More are counted. */
const maxListed = 50;

const listed = <Item>(items: readonly Item[]): Item[] => items.slice(0, maxListed);

export const listSetup = defineTool({
  name: 'list_setup',
  title: 'List sources, destinations and mock endpoints',
  description:
    'What sends and what receives: sources, destinations with their webhook URLs, and mock endpoints (built-in test endpoints). Secrets and write keys are left out. At most 50 of each.',
  level: 'read',
  isIdempotent: true,
  input: noInput,
  output: z.object({
    sources: z.array(Source.pick({ id: true, name: true, enabled: true })),
    destinations: z.array(
      Destination.pick({ id: true, name: true, enabled: true, sourceIds: true }).extend({
        webhookUrls: z.array(z.string()),
        /** ID of the provider profile, or its name if it is one's own. */
        profile: z.string(),
        hasSecret: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
    mocks: z.array(
      Mock.pick({ id: true, name: true, url: true, strict: true, listening: true }).extend({
        forwardsTo: z.string().nullable(),
        hasSecret: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
    /** How many are left out. */
    omitted: z.number().int(),
  }),
  async run(_call, { client }) {
    const setup = await readSetup(client);
    const { sources, destinations, mocks } = setup;
    const redaction = setupRedaction(setup);
    return {
      sources: listed(sources),
      destinations: listed(destinations).map((destination) => ({
        ...destination,
        webhookUrls: webhooksOf(destination).map(({ url }) => redaction.url(url)),
        profile:
          typeof destination.profile === 'string' ? destination.profile : destination.profile.name,
        hasSecret: destination.sharedSecret !== '',
        problem: destination.problem && destinationProblemText(destination.problem),
      })),
      mocks: listed(mocks).map((mock) => ({
        ...mock,
        forwardsTo: mock.forward && redaction.url(mock.forward.url),
        hasSecret: mock.secret !== '',
        problem: mock.problem && mockProblemText(mock.problem),
      })),
      omitted: [sources, destinations, mocks].reduce(
        (count, items) => count + Math.max(0, items.length - maxListed),
        0,
      ),
    };
  },
});
