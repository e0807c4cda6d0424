/** `--filter`: checked before connecting; an error points at the character. */
import { type Command, Option } from 'commander';
import { parseFilter } from '#shared/filter/parse.ts';
import { CommandError } from './command-error.ts';

export interface FilterOptions {
  readonly filter: string;
}

export const addFilterOption = (command: Command): Command =>
  command.addOption(
    new Option('--filter <text>', 'filter, as in the inspector').default('', 'all deliveries'),
  );

/** Throws a CommandError that points at the character. */
export function checkFilter(text: string): void {
  const parsed = parseFilter(text);
  if (parsed.ok) return;
  const { start, message } = parsed.problem;
  // One column for each character keeps the caret aligned.
  const line = text.replace(/[\s\p{C}]/gu, ' ');
  const columns = [...text.slice(0, start)].length;
  throw new CommandError('usage', [
    'Invalid filter.',
    `  ${line}`,
    `  ${' '.repeat(columns)}^`,
    message,
  ]);
}
