/** `hookwright scenarios from-deliveries`: writes a scenario that is made of deliveries of a running Hookwright. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { printJson, printLine } from '#main/hosts/headless/print.ts';
import { createFile, makeFolder } from '#main/kit/files.ts';
import { isDataFile, isInside, realPath } from '#main/scenarios/files-on-disk.ts';
import { maxPageLimit } from '#shared/kit/page.ts';
import {
  type FromDeliveries,
  leftOutLabels,
  maxScenarioDeliveries,
} from '#shared/scenarios/schema/from-deliveries.ts';
import { CommandError, reportErrors } from '../command-error.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from '../host.ts';

/** As the operation names them. */
const isFixture = (name: string): boolean =>
  /^fixtures\/[\w.-]+\.jsonl$/.test(name) && isDataFile(name);

interface Options extends HostOptions {
  readonly out: string;
  readonly filter: string;
  readonly against: FromDeliveries['against'];
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null)) !== null;

async function checkUnused(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    if (await isThere(path))
      throw new CommandError('usage', `${path} already exists. Choose another name.`);
}

/** Another server may respond at the address, with names of files that would run. */
function fixturePath(out: string, name: string): string {
  const path = join(dirname(out), name);
  if (!isFixture(name) || !isInside(realPath(dirname(out)), realPath(path)))
    throw new CommandError('failed', `${name} can't be the name of a fixture. Check the address.`);
  return path;
}

/** One more than allowed at most, so that the operation reports it. */
async function idsOf(host: Host, filter: string): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | undefined; ids.length <= maxScenarioDeliveries; ) {
    const { items, nextCursor } = await host.deliveries.list({
      ...{ filter, limit: maxPageLimit },
      ...(cursor !== undefined && { cursor }),
    });
    ids.push(...items.map(({ id }) => id));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  if (ids.length === 0)
    throw new CommandError('failed', 'No delivery matches. Choose another filter.');
  return ids;
}

async function make({ out, filter, against, json, ...options }: Options): Promise<void> {
  if (!/\.ya?ml$/.test(out)) throw new CommandError('usage', `--out ${out} must end in .yaml.`);
  await checkUnused([out]);
  const host = await connectHost(options);
  const ids = await idsOf(host, filter);
  const { text, fixtures, deliveries, leftOut } = await host.scenarios.fromDeliveries({
    ...{ ids, against },
  });
  const files = fixtures.map((fixture) => ({
    path: fixturePath(out, fixture.name),
    text: fixture.text,
  }));
  await checkUnused(files.map(({ path }) => path));
  // Fixtures first, so that no scenario lacks one.
  for (const file of [...files, { path: out, text }]) {
    makeFolder(dirname(file.path));
    await createFile(file.path, file.text);
  }
  if (json) {
    printJson(JSON.stringify({ out, deliveries, leftOut }, null, 2));
    return;
  }
  for (const { reason, ids: leftOutIds } of leftOut)
    printLine(`  left out: ${leftOutIds.length} × ${leftOutLabels[reason]}`);
  printLine(`Wrote ${out} with ${deliveries} ${deliveries === 1 ? 'delivery' : 'deliveries'}.`);
}

export function addFromDeliveries(group: Command): void {
  const command = group
    .command('from-deliveries')
    .description('Write a scenario that is made of deliveries of a running Hookwright.')
    .exitOverride()
    .requiredOption('--filter <text>', 'which deliveries, at most 10,000')
    .requiredOption('--out <file>', 'scenario file to write; fixtures are written next to it')
    .addOption(
      new Option(
        '--against <what>',
        'mock endpoints that respond as recorded, or your server, which must accept every request',
      )
        .choices(['recorded', 'server'])
        .default('recorded'),
    );
  addHostOptions(command).action(reportErrors(make));
}
