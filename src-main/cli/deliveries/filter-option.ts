/** `--filter`: checked before anything is asked, with a caret under the character at fault. */
import { type Command, Option } from 'commander';
import { parseFilter } from '#shared/filter/parse.ts';
import { CommandProblem } from './outcome.ts';

export interface FilterOptions {
  readonly filter: string;
}

export const addFilterOption = (command: Command): Command =>
  command.addOption(
    new Option('--filter <text>', 'only deliveries that match, as in the inspector').default(
      '',
      'everything',
    ),
  );

/** Throws a CommandProblem that points at the character. */
export function checkFilter(text: string): void {
  const parsed = parseFilter(text);
  if (parsed.ok) return;
  const { start, message } = parsed.problem;
  // One column for each character, so that the caret stands under the one it is about.
  const line = text.replace(/\s/g, ' ');
  const columns = [...text.slice(0, start)].length;
  throw new CommandProblem(
    'misused',
    `The filter cannot be read.\n  ${line}\n  ${' '.repeat(columns)}^\n${message}`,
  );
}
