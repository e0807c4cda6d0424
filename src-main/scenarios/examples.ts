/** The examples that come with the program, to start a scenario from. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldError } from '#main/kit/app-error.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import type { ScenarioExample } from '#shared/scenarios/schema/workspace.ts';
import { filesOnDisk } from './files-on-disk.ts';

/** The example that most users start from. */
const first = 'outage-own-server.yaml';

/** The comment at the top. */
const commentOf = (text: string): string =>
  (/^(?:#.*\n)*/.exec(text)?.[0] ?? '').replaceAll(/^# ?|\n(?!$)/gm, ' ').trim();

const maxDescriptionLength = 120;

/** Its first sentences. */
function descriptionOf(text: string): string {
  const [first = '', ...others] = commentOf(text).split(/(?<=\.) /);
  return others.reduce(
    (said, next) =>
      said.endsWith('.') && said.length + next.length < maxDescriptionLength
        ? `${said} ${next}`
        : said,
    first,
  );
}

export function createExamples(folder: string) {
  const names = async (): Promise<readonly string[]> => {
    const files = await readdir(folder).catch((): string[] => []);
    const others = files.filter((name) => name.endsWith('.yaml') && name !== first).sort();
    return files.includes(first) ? [first, ...others] : others;
  };

  const read = (example: string) =>
    readScenario(example, {
      files: filesOnDisk({ base: folder, root: folder }),
      set: {},
      environment: {},
      isCheck: true,
    });

  return {
    async list(): Promise<readonly ScenarioExample[]> {
      return Promise.all(
        (await names()).map(async (example) => {
          const text = await readFile(join(folder, example), 'utf8');
          const { name, tags } = await read(example);
          return {
            example,
            name: name ?? example,
            description: descriptionOf(text),
            tags: [...tags],
          };
        }),
      );
    },
    async text(example: string | null): Promise<string> {
      const name = example ?? first;
      if (!(await names()).includes(name))
        throw fieldError(['example'], `Unknown example "${name}".`);
      return readFile(join(folder, name), 'utf8');
    },
    /** Names of the files that an example refers to, and where they are. */
    async files(example: string | null): Promise<readonly (readonly [string, string])[]> {
      const { files } = await read(example ?? first);
      return files.map((name) => [name, join(folder, name)]);
    },
  };
}
