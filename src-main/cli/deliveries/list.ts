import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { printJson, printLine, printLines } from '#headless/print.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import { DeliverySummary } from '#shared/schemas/delivery.ts';
import { jsonText } from '../json-text.ts';
import { reportErrors } from './command-error.ts';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { addHostOptions, connectHost, type Host, type HostOptions } from './host.ts';

interface ListOptions extends HostOptions, FilterOptions {
  readonly limit: number;
}

/** Deliveries per request. */
const pageLimit = 500;

function listLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > 100_000)
    throw new InvalidArgumentError('Use a whole number from 1 to 100,000.');
  return limit;
}

/** The newest matching deliveries, page by page. */
export async function* newest(
  host: Host,
  filter: string,
  limit: number,
): AsyncGenerator<DeliverySummary, void, void> {
  let remaining = limit;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Host['deliveries']['list']>> = await host.deliveries.list({
      filter,
      limit: Math.min(remaining, pageLimit),
      ...(cursor === null ? {} : { cursor }),
    });
    yield* page.items;
    remaining -= page.items.length;
    cursor = page.nextCursor;
  } while (remaining > 0 && cursor !== null);
}

const fitTo = (text: string, width: number): string => {
  const characters = [...visibleLine(text)];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join('')}…`
    : characters.join('').padEnd(width);
};

const head = `${'ID'.padStart(9)}  ${'STATE'.padEnd(10)} ${'TYPE'.padEnd(8)} ${'EVENT'.padEnd(28)} ${'SOURCE → DESTINATION'.padEnd(40)} STATUS ATTEMPTS CREATED`;

const row = (delivery: DeliverySummary): string =>
  [
    `${String(delivery.id).padStart(9)} `,
    delivery.state.padEnd(10),
    delivery.type.padEnd(8),
    fitTo(delivery.label, 28),
    fitTo(`${delivery.sourceName} → ${delivery.destinationName}`, 40),
    String(delivery.lastStatus ?? '').padStart(6),
    String(delivery.attempts).padStart(8),
    new Date(delivery.createdAt).toISOString(),
  ].join(' ');

async function list({ filter, limit, ...options }: ListOptions): Promise<void> {
  checkFilter(filter);
  const host = await connectHost(options);
  const items: DeliverySummary[] = [];
  for await (const delivery of newest(host, filter, limit)) items.push(delivery);
  if (options.json) printJson(jsonText(z.array(DeliverySummary), items));
  else if (items.length === 0) printLine('No matching deliveries.', process.stderr);
  else printLines([head, ...items.map(row)]);
}

export function addList(group: Command): void {
  const command = group.command('list').description('List the newest matching deliveries.');
  addHostOptions(addFilterOption(command))
    .addOption(
      new Option('--limit <n>', 'maximum number of deliveries').argParser(listLimit).default(50),
    )
    .action(reportErrors(list));
}

async function count({ filter, ...options }: HostOptions & FilterOptions): Promise<void> {
  checkFilter(filter);
  const host = await connectHost(options);
  const { count: total } = await host.deliveries.count({ filter });
  printLine(options.json ? JSON.stringify({ count: total }) : String(total));
}

export function addCount(group: Command): void {
  const command = group.command('count').description('Count matching deliveries.');
  addHostOptions(addFilterOption(command)).action(reportErrors(count));
}
