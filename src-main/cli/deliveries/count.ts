import type { Command } from 'commander';
import { addFilterOption, checkFilter, type FilterOptions } from './filter-option.ts';
import { addHostOptions, connectHost, type HostOptions } from './host.ts';
import { toItsEnd } from './outcome.ts';

async function count({ filter, ...options }: HostOptions & FilterOptions): Promise<void> {
  checkFilter(filter);
  const host = await connectHost(options);
  const { count: total } = await host.deliveries.count({ filter });
  process.stdout.write(options.json ? `${JSON.stringify({ count: total })}\n` : `${total}\n`);
}

export function addCount(group: Command): void {
  const command = group.command('count').description('How many deliveries match.');
  addHostOptions(addFilterOption(command)).action(toItsEnd(count));
}
