/** `hookwright api OPERATION`: a command for each operation of the contract. */
import type { Command } from 'commander';
import type { NamedOperation } from '#shared/contract.ts';
import { closestName } from '#shared/kit/closest-name.ts';
import { reportErrors } from '../command-error.ts';
import { addHostOptions } from '../host.ts';
import { fieldRows } from './fields.ts';
import { operations } from './operations.ts';
import { type ApiOptions, runOperation } from './run-operation.ts';

const exitCodes =
  '\nExit codes:\n  0  done\n  1  failed, stopped, or nothing matched\n  2  invalid operation, field or option';

function fieldsText(operation: NamedOperation): string {
  const rows = fieldRows(operation);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.length === 0
    ? ''
    : `\nFields:\n${rows.map(([name, type]) => `  ${name.padEnd(width)}  ${type}`).join('\n')}\n`;
}

function addOperation(api: Command, operation: NamedOperation): void {
  const { name, declared } = operation;
  const { meta, route } = declared;
  const { tags: [group = 'Other'] = [], summary = '', description } = route;
  const planned = meta.plan === undefined ? '' : ` Planned by ${meta.plan.operation}.`;
  const command = api
    .command(name)
    .helpGroup(`${group}:`)
    .summary(`${meta.effect.padEnd(7)}  ${summary}`)
    .description(
      `${summary}.${description === undefined ? '' : ` ${description}`}\n\nEffect: ${meta.effect}.${planned}`,
    )
    .argument('[fields...]', 'FIELD=VALUE; use dots for inner fields, repeat a field for a list')
    .exitOverride();
  addHostOptions(command)
    .option('--input <file>', 'file with fields as JSON, or file to upload; - for stdin')
    .option('--out <file>', 'write the result to a file')
    .option('--plan', 'show the plan and stop')
    .option('--yes', 'skip the confirmation, and replace an existing file of --out')
    .addHelpText('after', () => fieldsText(operation) + exitCodes)
    .action(
      reportErrors((fields: readonly string[], options: ApiOptions) =>
        runOperation(operation, fields, options),
      ),
    );
}

export function addApi(program: Command): void {
  const api = program
    .command('api')
    .description('Run an operation of a running Hookwright; without one, list them all.')
    .usage('[OPERATION] [FIELD=VALUE…] [options]')
    .argument('[operation]', 'name of the operation; its --help shows its fields')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    // An action would replace it.
    .helpCommand(true)
    // An unknown operation is reported rather than its options.
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .addHelpText('after', exitCodes);
  for (const operation of operations) addOperation(api, operation);
  api.action((name?: string) => {
    if (name === undefined) return api.outputHelp();
    if (name.startsWith('-'))
      return api.error(`options go after the operation: hookwright api OPERATION ${name} …`);
    const closest = closestName(
      name,
      operations.map((operation) => operation.name),
    );
    return api.error(
      `unknown operation '${name}'${closest === null ? '' : `\n(Did you mean ${closest}?)`}`,
    );
  });
}
