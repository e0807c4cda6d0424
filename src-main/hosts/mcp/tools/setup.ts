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
import { profileOf } from '#shared/profiles/profiles.ts';
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

const isToken = (profile: Destination['profile']): boolean =>
  profileOf({ profile }).signature.kind === 'token';

/** A stored secret is used only with the profile and, if it is sent as it is, the URL that it is stored with. */
function checkSecretUse(
  { profile, webhookUrl, sharedSecret }: Destination,
  changed: DestinationPatch,
): void {
  if (sharedSecret === '' || changed.sharedSecret !== undefined) return;
  const isOtherProfile = changed.profile !== undefined && changed.profile !== profile;
  const isOtherUrl = changed.webhookUrl !== undefined && changed.webhookUrl !== webhookUrl;
  if (isOtherProfile || (isOtherUrl && isToken(profile)))
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

interface Setup {
  readonly destinations: readonly Destination[];
  readonly mocks: readonly Mock[];
}

/**
 * Whether a URL leads to the mock endpoint with this name: by its path, whatever the host. What is appended to another
 * URL of a mock endpoint's port may lead to any of them.
 */
function isMockUrl(url: string, name: string, { mocks }: Setup): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, pathname } = new URL(url);
  const [, first, second = ''] = pathname.split('/');
  if (first === 'mock' && second !== '') return second.toLowerCase() === name.toLowerCase();
  return mocks.some((mock) => mock.url != null && new URL(mock.url).origin === origin);
}

/** URLs that a stored secret is sent to as it is, also by mock endpoints that forward it. */
function urlsWithSecrets(setup: Setup): ReadonlySet<string> {
  const urls = new Set(
    setup.destinations.flatMap((destination) => {
      const hasToken = destination.sharedSecret !== '' && isToken(destination.profile);
      return webhooksOf(destination)
        .filter(({ headers }) => hasToken || Object.keys(headers).length > 0)
        .map(({ url }) => url);
    }),
  );
  // A set also visits what is added meanwhile.
  for (const url of urls)
    for (const { name, forward } of setup.mocks)
      if (forward !== null && isMockUrl(url, name, setup)) urls.add(forward.url);
  return urls;
}

/** A mock endpoint passes on what it gets, so that its URL is one of the secret's, too. */
function checkForward(
  name: string,
  url: string | undefined,
  existing: Mock | undefined,
  setup: Setup,
): void {
  if (url === undefined || url === existing?.forward?.url) return;
  if ([...urlsWithSecrets(setup)].some((one) => isMockUrl(one, name, setup)))
    throw new ToolError(
      'bad_request',
      'A destination sends a stored secret to this mock endpoint, and forwarding would send it to another URL.',
      'Use another mock endpoint, or let the user change the URL.',
    );
}

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
    checkForward(input.name, given.forward?.url, existing, setup);
    const saved =
      existing === undefined
        ? await api.mocks.create(given)
        : await api.mocks.update({ ...given, id: existing.id });
    const row = mockRow(saved, await readRedaction());
    return { ...row, created: existing === undefined };
  },
});
