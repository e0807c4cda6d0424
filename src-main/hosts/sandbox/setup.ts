/** Creates what is given: mock endpoints in their own core, everything else in the product. */

import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { responsesIn } from '#main/scenarios/recorded-responses.ts';
import { firstLineOf, quoteOf } from '#shared/kit/first-line.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { RedactSecrets } from '#shared/scenarios/secret-values.ts';
import type { Names } from './names.ts';
import type { MocksPort, ProductPort, RunPorts } from './ports.ts';
import { webhooksOf } from './steps/changes.ts';
import { changeMembers, setValues } from './steps/computations.ts';

export async function createMocks(
  { given }: Scenario,
  mocks: MocksPort,
  names: Names,
  { readFile }: Pick<RunPorts, 'readFile'>,
): Promise<void> {
  for (const { responses, ...configured } of given.mocks) {
    const { id, name } = await mocks.client.mocks.create(configured);
    if (responses !== undefined) {
      const text = Buffer.from(await readFile(responses)).toString('utf8');
      mocks.setResponses(name, responsesIn(text, responses));
    }
    const { url } = await mocks.client.mocks.get({ id });
    if (url === null) throw new Error(`The mock endpoint ${name} isn't listening.`);
    names.mocks.set(name, { id, url });
  }
  for (const { name, url } of given.servers) names.servers.set(name, url);
}

/** Mock endpoints with TLS use certificates of their own certificate authority. */
async function trustMocks(product: ProductPort, mocks: MocksPort): Promise<void> {
  const { pem } = await mocks.client.developmentCa.get();
  if (pem !== null)
    await product.client.certificateAuthorities.create({
      name: 'Mock endpoints of the scenario',
      pem,
    });
}

export async function createProductContent(
  { given, when }: Scenario,
  product: ProductPort,
  mocks: MocksPort,
  names: Names,
  { ports, seed }: { readonly ports: RunPorts; readonly seed: number },
): Promise<void> {
  const { client } = product;
  await trustMocks(product, mocks);
  for (const file of given.certificateAuthorities) {
    const pem = Buffer.from(await ports.readFile(file)).toString('utf8');
    await client.certificateAuthorities.create({ name: file, pem });
  }
  if (Object.keys(given.settings).length > 0) await client.settings.update(given.settings);
  // Payloads need a source, whatever it is connected to.
  const isPayloadOnly =
    given.sources.length === 0 && when.some(({ action }) => action === 'payload');
  for (const configured of isPayloadOnly ? [{ name: 'Payloads' }] : given.sources) {
    const { id, name, writeKey } = await client.sources.create(configured);
    names.sources.set(name, { id, writeKey });
  }
  for (const { sources, webhooks, ...settings } of given.destinations) {
    const { id, name } = await client.destinations.create({
      ...settings,
      sourceIds: sources.map((source) => names.sources.get(source)?.id ?? ''),
      webhooks: webhooksOf({ names }, webhooks),
    });
    names.destinations.set(name, id);
  }
  const tools = { client, ports, seed };
  for (const { name, source, members, schedule } of given.audiences) {
    const sourceId = names.sources.get(source)?.id ?? '';
    const { id } = await client.audiences.create({ name, sourceId, schedule });
    names.computations.set(name, { kind: 'audience', id });
    await changeMembers(tools, id, 'add', members);
  }
  for (const { name, source, values, schedule } of given.traits) {
    const sourceId = names.sources.get(source)?.id ?? '';
    const { id } = await client.traits.create({ name, sourceId, schedule });
    names.computations.set(name, { kind: 'trait', id });
    if (values !== undefined) await setValues(tools, id, values);
  }
}

/** Asks the user's servers to start afresh. */
const notReachable = (name: string, url: string, { message }: Error): Inconclusive =>
  new Inconclusive(
    'server_not_reachable',
    `${name} is not reachable at ${url}: ${message}. Start it.`,
  );

/** Resets the user's servers, or connects to those that can't be reset. */
export async function resetServers(
  { given }: Scenario,
  ports: RunPorts,
  redact: RedactSecrets,
): Promise<void> {
  for (const { name, url, reset } of given.servers)
    if (reset === undefined) await connectTo(name, url, ports);
    else await resetServer(name, reset, ports, redact);
  for (const { name, forward } of given.mocks)
    if (forward != null) await connectTo(`The server behind ${name}`, forward.url, ports);
}

async function connectTo(name: string, url: string, { connect }: RunPorts): Promise<void> {
  await connect(url).catch((error: Error) => {
    throw notReachable(name, url, error);
  });
}

async function resetServer(
  name: string,
  reset: NonNullable<Scenario['given']['servers'][number]['reset']>,
  { request }: RunPorts,
  redact: RedactSecrets,
): Promise<void> {
  const response = await request({ ...reset, headers: {}, body: null, timeoutMs: 10_000 }).catch(
    (error: Error) => {
      throw notReachable(name, reset.url, error);
    },
  );
  if (response.status < 200 || response.status > 299)
    throw new Inconclusive(
      'reset_failed',
      `${reset.method} ${reset.url}, the reset of ${name}, returned ${response.status}${quoteOf(firstLineOf(redact(response.body)))}. Return a status from 200 to 299.`,
    );
}
