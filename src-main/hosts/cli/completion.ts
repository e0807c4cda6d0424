/** Shell completion: `hookwright completion <shell>`. */
import complete from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import { fieldNames } from './api/fields.ts';
import { operations } from './api/operations.ts';

/** The script for bash calls this function of `bash-completion`. */
const wordsWithoutBashCompletion = `if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${words[cword]}
        prev=\${words[cword - 1]}
    }
fi
`;

/**
 * The library's scripts for bash and PowerShell run words of the command line as code, and so does the one for zsh if a
 * word has an equals sign. Each edit replaces such a place.
 */
const edits: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  bash: [
    [
      `requestComp="hookwright complete -- \${words[@]:1}"`,
      `requestComp=(hookwright complete -- "\${words[@]:1:cword}")`,
    ],
    [
      `if [[ -z "$cur" ]]; then
        requestComp="$requestComp ''"
    fi`,
      '# The last word is empty then.',
    ],
    ['$(eval "$requestComp" 2>/dev/null)', `$("\${requestComp[@]}" 2>/dev/null)`],
  ],
  zsh: [
    [`flagPrefix="-P \${BASH_REMATCH}"`, `flagPrefix="-P \${(q)BASH_REMATCH}"`],
    [
      `$(eval \${requestComp} 2>/dev/null)`,
      `$(hookwright complete -- "\${(@)args_to_quote}" 2>/dev/null)`,
    ],
  ],
  fish: [],
  powershell: [
    // PowerShell takes typographic quotes for single quotes.
    [
      `($_ -replace "'", "''")`,
      '[System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($_)',
    ],
  ],
};

/** The library only prints its scripts. */
function printedBy(print: () => void): string {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => lines.push(line);
  try {
    print();
  } finally {
    console.log = log;
  }
  return `${lines.join('\n')}\n`;
}

/** Throws if a new version of the library has other scripts. */
function edited(script: string, shell: string): string {
  return (edits[shell] ?? []).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The script for ${shell} lacks: ${from}`);
    return text.replace(from, () => to);
  }, script);
}

/** Adds `completion <shell>`, and the hidden command that its scripts call. */
export function addCompletion(program: Command): void {
  const completion = complete(program, { completionCommandName: 'completion' });
  for (const command of completion.commands.values()) {
    const { options } = command;
    // The scripts take each line for a word.
    command.description = command.description.split('\n', 1)[0] ?? '';
    const profile = options.get('profile');
    // Suggestions, not choices: the option also takes a file.
    if (profile !== undefined)
      profile.handler = (suggest) => {
        for (const { id, name } of builtInProfiles) suggest(id, name);
      };
  }
  for (const operation of operations) {
    const fields = completion.commands.get(`api ${operation.name}`)?.arguments.get('fields');
    // The library would compare what follows the equals sign with names.
    if (fields !== undefined)
      fields.handler = (suggest) => {
        if (program.args.at(-1)?.includes('=') !== true)
          for (const name of fieldNames(operation)) suggest(`${name}=`, '');
      };
  }
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('Print the completion script of a shell.')
    .action((shell: string) => {
      const script = printedBy(() => completion.setup(program.name(), program.name(), shell));
      process.stdout.write(
        (shell === 'bash' ? wordsWithoutBashCompletion : '') + edited(script, shell),
      );
    });
}
