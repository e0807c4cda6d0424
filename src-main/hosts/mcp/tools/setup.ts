/** Destinations and mock endpoints: shown without their secrets, and saved by name. */
import { z } from 'zod';
import {
  Destination,
  DestinationPatch,
  ProfileChoice,
  webhooksOf,
} from '#shared/connections/destination.ts';
import type { Redaction } from '#shared/deliveries/redaction.ts';
import { destinationProblemText, mockProblemText } from '#shared/kit/problem.ts';
import { Mock, MockPatch } from '#shared/mocks/mock.ts';
import { createSecretReceivers, sendsToken } from '#shared/mocks/stored-secrets.ts';
import { action, pick } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

export const DestinationRow = pick(Destination, 'id name enabled sourceIds').extend({
  webhookUrls: z.array(z.string()),
  /** ID of the provider profile, or its name if it is one's own. */
  profile: z.string(),
  hasSecret: z.boolean(),
  problem: z.string().nullable(),
});

export const destinationRow = (
  destination: Destination,
  redaction: Redaction,
): z.input<typeof DestinationRow> => ({
  ...destination,
  webhookUrls: webhooksOf(destination).map(({ url }) => redaction.url(url)),
  profile: typeof destination.profile === 'string' ? destination.profile : destination.profile.name,
  hasSecret: destination.sharedSecret !== '',
  problem: destination.problem && destinationProblemText(destination.problem),
});

/** Without steps and rules, whose headers and bodies may have any secret. */
export const MockRow = pick(Mock, 'id name url strict listening').extend({
  forwardsTo: z.string().nullable(),
  hasSecret: z.boolean(),
  problem: z.string().nullable(),
});

export const mockRow = (mock: Mock, redaction: Redaction): z.input<typeof MockRow> => ({
  ...mock,
  forwardsTo: mock.forward && redaction.url(mock.forward.url),
  hasSecret: mock.secret !== '',
  problem: mock.problem && mockProblemText(mock.problem),
});

/** Settings to empty, with their empty values: an empty argument counts as absent. */
function removable<const Values extends Readonly<Record<string, '' | null>>>(values: Values) {
  type Name = keyof Values & string;
  const names = Object.keys(values) as [Name, ...Name[]];
  return {
    names: z
      .array(z.enum(names))
      .max(names.length)
      .default([])
      .describe(`settings to empty: ${names.join(', ')}`),
    of: (removed: readonly Name[]) =>
      Object.fromEntries(removed.map((name) => [name, values[name]])) as Partial<Values>,
  };
}

const ofDestination = removable({ webhookUrl: '', sharedSecret: '' });
const ofMock = removable({ secret: '', rateLimit: null, outage: null, forward: null });

/** A stored secret is used only with the profile and, if it is sent as it is, the URL that it is stored with. */
function checkSecretUse(
  { profile, webhookUrl, sharedSecret }: Destination,
  changed: DestinationPatch,
): void {
  if (sharedSecret === '' || changed.sharedSecret !== undefined) return;
  const isOtherProfile = changed.profile !== undefined && changed.profile !== profile;
  const isOtherUrl = changed.webhookUrl !== undefined && changed.webhookUrl !== webhookUrl;
  if (isOtherProfile || (isOtherUrl && sendsToken({ profile })))
    throw new ToolError(
      'bad_request',
      'The stored secret is only for the current profile and URL of the destination.',
      'Pass sharedSecret, too.',
    );
}

export const saveDestination = action({
  description:
    'Creates a destination with a webhook URL, or changes the one with this name; absent fields keep their value. A new one is connected to all sources unless sourceIds is given.',
  operations: ['destinations.create', 'destinations.update'],
  input: z.object({
    name: Destination.shape.name,
    ...pick(DestinationPatch, 'enabled webhookUrl sharedSecret sourceIds fanOut').shape,
    profile: ProfileChoice.options[0].optional().describe('provider profile'),
    remove: ofDestination.names,
  }),
  output: DestinationRow.extend({ created: z.boolean() }),
  async run({ remove, ...input }, { api, readSetup, readRedaction }) {
    const { destinations, sources } = await readSetup();
    const existing = destinations.find(({ name }) => name === input.name);
    const given = { ...input, ...ofDestination.of(remove) };
    if (existing !== undefined) checkSecretUse(existing, given);
    const saved =
      existing === undefined
        ? await api.destinations.create({
            ...given,
            sourceIds: given.sourceIds ?? sources.map(({ id }) => id),
          })
        : await api.destinations.update({ ...given, id: existing.id });
    const row = destinationRow(saved, await readRedaction());
    return { ...row, created: existing === undefined };
  },
});

export const saveMock = action({
  description:
    'Creates a mock endpoint, or changes the one with this name; absent fields keep their value. A mock endpoint returns scripted responses (`steps`), fails on purpose (`fault`, `outage`, `rateLimit`, `tls`), or forwards to your server (`forward`). Resource hookwright://docs/reference/mocks explains each. Changing steps, then or seed resets the steps.',
  operations: ['mocks.create', 'mocks.update'],
  input: z.object({
    ...MockPatch.shape,
    name: Mock.shape.name,
    remove: ofMock.names,
  }),
  output: MockRow.extend({ created: z.boolean() }),
  async run({ remove, ...input }, { api, readSetup, readRedaction }) {
    const setup = await readSetup();
    const existing = setup.mocks.find(({ name }) => name === input.name);
    const given = { ...input, ...ofMock.of(remove) };
    const isOtherUrl = given.forward != null && given.forward.url !== existing?.forward?.url;
    // A mock endpoint passes on what it gets.
    if (isOtherUrl && createSecretReceivers(setup)(input.name))
      throw new ToolError(
        'bad_request',
        'A destination sends a stored secret to this mock endpoint, and forwarding would send it to another URL.',
        'Use another mock endpoint, or let the user change the URL.',
      );
    const saved =
      existing === undefined
        ? await api.mocks.create(given)
        : await api.mocks.update({ ...given, id: existing.id });
    const row = mockRow(saved, await readRedaction());
    return { ...row, created: existing === undefined };
  },
});
