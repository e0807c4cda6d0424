/** Shell completion: `hookwright completion <shell>`. */
import complete from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { builtInProfiles } from '#shared/profiles/profiles.ts';

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

/** Adds `completion <shell>`, and the hidden command that its scripts call. */
export function addCompletion(program: Command): void {
  const { commands } = complete(program, { completionCommandName: 'completion' });
  for (const { options } of commands.values()) {
    const profile = options.get('profile');
    // Suggestions, not choices: the option also takes a file.
    if (profile !== undefined)
      profile.handler = (suggest) => {
        for (const { id, name } of builtInProfiles) suggest(id, name);
      };
  }
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('Print the completion script of a shell.')
    .hook('preAction', (_program, { args: [shell] }) => {
      if (shell === 'bash') process.stdout.write(wordsWithoutBashCompletion);
    });
}
