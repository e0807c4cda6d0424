/** Creates what is given: mock endpoints in their own core, everything else in the product. */

import { responsesIn } from '#main/scenarios/fixture.ts';
import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { firstLineOf, quoteOf } from '#shared/kit/first-line.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { Run } from './context.ts';
import { webhooksOf } from './steps/changes.ts';
import { changeMembers, setValues } from './steps/computations.ts';

export async function createMocks({
  scenario: { given },
  mocks,
  names,
  files,
}: Run): Promise<void> {
  for (const { responses, ...configured } of given.mocks) {
    const { id, name } = await mocks.client.mocks.create(configured);
    if (responses !== undefined)
      mocks.setResponses(name, responsesIn(await files.readText(responses), responses));
    const { url } = await mocks.client.mocks.get({ id });
    if (url === null) throw new Error(`The mock endpoint ${name} isn't listening.`);
    names.mocks.set(name, { id, url });
  }
  for (const { name, url } of given.servers) names.servers.set(name, url);
}

export async function createProductContent(run: Run): Promise<void> {
  const { mocks, names, files } = run;
  const { given, when } = run.scenario;
  const { client } = run.product;
  // Mock endpoints with TLS use certificates of their own certificate authority.
  const { pem } = await mocks.client.developmentCa.get();
  if (pem !== null)
    await client.certificateAuthorities.create({ name: 'Mock endpoints of the scenario', pem });
  for (const file of given.certificateAuthorities) {
    const pem = await files.readText(file);
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
      webhooks: webhooksOf(run, webhooks),
    });
    names.destinations.set(name, id);
  }
  for (const { name, source, members, schedule } of given.audiences) {
    const sourceId = names.sources.get(source)?.id ?? '';
    const { id } = await client.audiences.create({ name, sourceId, schedule });
    names.computations.set(name, { kind: 'audience', id });
    await changeMembers(run, id, 'add', members);
  }
  for (const { name, source, values, schedule } of given.traits) {
    const sourceId = names.sources.get(source)?.id ?? '';
    const { id } = await client.traits.create({ name, sourceId, schedule });
    names.computations.set(name, { kind: 'trait', id });
    if (values !== undefined) await setValues(run, id, values);
  }
}

/** Resets the user's servers, so that they start afresh, or connects to those that can't be reset. */
export async function resetServers(run: Run): Promise<void> {
  const { servers, mocks } = run.scenario.given;
  const started = await ensureServer(run);
  for (const { name, url, reset } of servers)
    if (reset === undefined) await reach(name, url, run.outgoing.connect(url));
    else
      await resetServer(run, name, reset).catch(async (error: unknown) => {
        if (name !== started) throw error;
        // It may hang.
        await run.settings.serverProgram?.crash(url);
        await resetServer(run, name, reset);
      });
  for (const { name, forward } of mocks)
    if (forward != null)
      await reach(`The server behind ${name}`, forward.url, run.outgoing.connect(forward.url));
}

/** Starts the server whose command was given. Returns its name. */
async function ensureServer({
  scenario: { given, when },
  settings,
}: Run): Promise<string | undefined> {
  const { serverProgram } = settings;
  const restarts = when.find(
    (step) => step.action === 'serverRestart' || step.action === 'serverCrash',
  );
  if (serverProgram === undefined) {
    if (restarts === undefined) return undefined;
    throw new Inconclusive(
      'server_restart_impossible',
      `The step ${restarts.id} restarts ${restarts.input}. Run it on the command line, with --restart-with and the command that starts ${restarts.input}.`,
      restarts.place,
    );
  }
  const chosen = serverProgram.name ?? restarts?.input;
  const server = given.servers.find(({ name }) => name === chosen) ?? given.servers[0];
  if (server !== undefined) await serverProgram.ensure(server.url);
  return server?.name;
}

const reach = <Result>(name: string, url: string, reached: Promise<Result>): Promise<Result> =>
  reached.catch(({ message }: Error) => {
    throw new Inconclusive(
      'server_not_reachable',
      `${name} is not reachable at ${url}: ${message}. Start it.`,
    );
  });

async function resetServer(
  { outgoing, redact }: Run,
  name: string,
  reset: NonNullable<Scenario['given']['servers'][number]['reset']>,
): Promise<void> {
  const request = { ...reset, headers: {}, body: null, timeoutMs: 10_000 };
  const response = await reach(name, reset.url, outgoing.request(request));
  if (response.status < 200 || response.status > 299)
    throw new Inconclusive(
      'reset_failed',
      `${reset.method} ${reset.url}, the reset of ${name}, returned ${response.status}${quoteOf(firstLineOf(redact(response.body)))}. Return a status from 200 to 299.`,
    );
}
