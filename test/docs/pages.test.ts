/** The documentation is complete and current, and its links and examples work. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { messageText } from '#main/deliveries/routing/body.ts';
import { createProgram } from '#main/hosts/cli/program.ts';
import { withEnvironment } from '#main/hosts/headless/environment-references.ts';
import { openapiDocument } from '#main/hosts/headless/rest.ts';
import { topics } from '#renderer/kit/learn-more.tsx';
import { parseFilter } from '#shared/filter/parse.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { readText } from '#test/scenarios/format/in-memory.ts';
import { blocks } from '../../scripts/docs/blocks.ts';
import {
  anchorOf,
  docsFolder,
  filled,
  listedPages,
  llmsText,
  pageFiles,
  readPage,
  summaryOf,
  titleOf,
} from '../../scripts/docs/pages.ts';
import { codeBlocks, withoutCode } from './code-blocks.ts';

const project = resolve(import.meta.dirname, '../..');
const others = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'shared/client/README.md',
];
const files = [
  ...others.map((file) => join(project, file)),
  ...pageFiles().map((page) => join(docsFolder, `${page}.md`)),
];
const nameOf = (file: string): string => relative(project, file);

const repositoryFiles = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8' })
  .split('\n')
  .filter((name) => name !== '' && existsSync(join(project, name)));

function anchorsIn(file: string): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return new Set(
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
  );
}

function linksIn(file: string): readonly string[] {
  const text = withoutCode(readFileSync(file, 'utf8'));
  const links = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/(?:src|srcset)="([^"]+)"/g),
  ];
  return links.map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

/** Why a link is broken; null when it works. */
function deadLink(file: string, link: string): string | null {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  if (!existsSync(target)) return `${link}: there is no such file`;
  if (anchor !== undefined && !anchorsIn(target).has(anchor))
    return `${link}: there is no such heading`;
  return null;
}

describe('pages', () => {
  it('are all in the contents of the site', () => {
    expect([...listedPages].sort()).toEqual(pageFiles());
  });

  it('have a title and a summary, which llms.txt lists', () => {
    for (const page of pageFiles()) {
      expect(titleOf(readPage(page)), page).not.toBe('');
      expect(summaryOf(readPage(page)), page).not.toBe('');
      expect(llmsText()).toContain(`](${page}.md): ${summaryOf(readPage(page))}`);
    }
  });

  it.each(pageFiles())(
    '%s has current generated parts; if not, run `npm run docs`',
    async (page) => {
      const text = readPage(page);
      expect(text).toBe(await filled(text, blocks));
    },
  );

  it.each(files.map(nameOf))('%s has no dead links', (name) => {
    const file = join(project, name);
    expect(
      linksIn(file)
        .map((link) => deadLink(file, link))
        .filter(Boolean),
    ).toEqual([]);
  });

  it('keep text between two generated parts', async () => {
    const part = (name: string, text: string) =>
      `<!-- generated: ${name} -->\n\n${text}\n\n<!-- /generated -->`;
    const [before, after] = ['old', 'new'].map(
      (text) => `${part('a', text)}\nbetween\n${part('b', text)}`,
    );
    expect(await filled(before ?? '', { a: () => 'new', b: () => 'new' })).toBe(after);
    await expect(filled(part('c', ''), {})).rejects.toThrow('"c"');
  });

  it('include every page that the app links to', () => {
    const index = join(docsFolder, 'index.md');
    const links = Object.values(topics).map(([, target]) => target.replace(/(?=#|$)/, '.md'));
    expect(links.map((link) => deadLink(index, link)).filter(Boolean)).toEqual([]);
  });

  it('find a missing file and a missing heading', () => {
    const file = join(docsFolder, 'index.md');
    expect(deadLink(file, 'guides/nowhere.md')).toContain('file');
    expect(deadLink(file, 'guides/ci.md#nowhere')).toContain('heading');
    expect(deadLink(file, 'guides/ci.md#exit-codes')).toBeNull();
  });
});

it('README is at most 150 lines', () => {
  expect(readFileSync(join(project, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(
    150,
  );
});

interface Example {
  readonly name: string;
  readonly note: string;
  readonly code: string;
}

const examplesIn = (...languages: readonly string[]): readonly Example[] =>
  files.flatMap((file) =>
    codeBlocks(readFileSync(file, 'utf8'))
      .filter((block) => languages.includes(block.language))
      .map(({ note, code }, index) => ({ name: `${nameOf(file)} ${index + 1}`, note, code })),
  );

/** The same message through the body writer: fields and their order must match. */
function checkBody(code: string): void {
  const { version: _, ...message } = JSON.parse(code);
  expect(JSON.stringify(JSON.parse(code))).toBe(messageText(message, 'documented'));
}

describe('JSON examples', () => {
  it.each(examplesIn('json'))('$name is valid', ({ note, code }) => {
    const value: unknown = JSON.parse(code);
    if (note === 'body') checkBody(code);
    else if (note === 'mock') NewMock.parse(value);
    else if (note === 'configuration' || note.endsWith('.json'))
      Configuration.parse(
        withEnvironment(value, {
          environment: { ORDERS_SECRET: 's3cret' },
          keepsUnset: false,
          issue: () => expect.fail(),
          unknown: () => expect.fail(),
        }),
      );
    else expect.fail(`Say what it is, after \`\`\`json: body, mock or configuration`);
  });
});

describe('YAML examples', () => {
  it.each(examplesIn('yaml').filter(({ note }) => note === 'scenario'))(
    '$name is a valid scenario',
    async ({ code }) => {
      expect((await readText(code, {}, { isCheck: true })).problems).toEqual([]);
    },
  );
});

describe('filter examples', () => {
  it.each(examplesIn('filter'))('$name can be parsed', ({ code }) => {
    for (const line of code.trim().split('\n'))
      expect(parseFilter(line), line).toMatchObject({ ok: true });
  });
});

const program = await createProgram('');

/** The command in a line, and its unknown options. */
function unknownOptions(line: string): readonly string[] {
  const words = line.split(/\s+/);
  let command: Command = program;
  for (const word of words.slice(words.indexOf('hookwright') + 1)) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    command = next;
  }
  const known = new Set(command.options.map(({ long }) => long));
  return words
    .filter((word) => /^--[a-z]/.test(word))
    .map((word) => word.replace(/[=;].*$/s, ''))
    .filter((option) => !known.has(option));
}

describe('commands', () => {
  const lines = examplesIn('sh', 'yaml').flatMap(({ name, code }) =>
    code
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.includes('npx hookwright '))
      // Options of other commands in a pipe or substitution are ignored.
      .map((line) => ({
        name,
        line: line.replace(/^.*npx (?=hookwright)/, '').replace(/[|>&)].*$/, ''),
      })),
  );

  it.each(lines)('$name: $line has only known options', ({ line }) => {
    expect(unknownOptions(line)).toEqual([]);
  });

  it('with an unknown option are found', () => {
    expect(unknownOptions('hookwright api deliveries.list --nonsense --json')).toEqual([
      '--nonsense',
    ]);
  });
});

describe('REST paths', () => {
  /** In the forms of the text: `/api/jobs/{id}`, `$api/send`, `GET /sources`. */
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:(?<!\w)\/api|\$api)(\/[\w{}/-]*[\w}])/g)]
      .map(([, path = '']) => ({ name: nameOf(file), path }))
      // Jitsu's path at the ingestion endpoint, and the description itself.
      .filter(({ path }) => !/^\/(s(\/|$)|openapi$)/.test(path)),
  );

  it('exist in the contract', async () => {
    const { paths } = await openapiDocument('');
    const patterns = Object.keys(paths ?? {}).map(
      (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    );
    const isKnown = (path: string) => patterns.some((pattern) => pattern.test(path));
    expect(isKnown('/nowhere')).toBe(false);
    expect(named.filter(({ path }) => !isKnown(path))).toEqual([]);
  });
});

/** Source files of the project. */
function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(project, folder, file))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && statSync(file).isFile());
}

describe('names in the text', () => {
  const texts = files.map((file) => ({ name: nameOf(file), text: readFileSync(file, 'utf8') }));

  const roots = ['', 'src-main', 'src-renderer'].map((root) => join(project, root));
  const fileNames = new Set(repositoryFiles.map((file) => basename(file)));

  /** `a.{ts,go}` names two files. */
  function namedBy(path: string): readonly string[] {
    const [whole = '', endings = ''] = /\{([^}]+)\}/.exec(path) ?? [];
    return whole === '' ? [path] : endings.split(',').map((one) => path.replace(whole, one));
  }

  /** Names in comments may have no ending. */
  const exists = (path: string): boolean =>
    path.includes('/')
      ? ['', '.ts', '.test.ts'].some((ending) =>
          roots.some((root) => existsSync(join(root, path + ending))),
        )
      : fileNames.has(path);

  const missingIn = (name: string, paths: Iterable<RegExpMatchArray>): readonly string[] =>
    [...paths]
      .flatMap(([, path = '']) => namedBy(path))
      .filter((path) => !exists(path))
      .map((path) => `${name}: ${path}`);

  /** In code quotes: files by their names or paths, and folders of the repository. */
  const pathsIn = (text: string) =>
    text.matchAll(
      /`((?:src-main|src-renderer|shared|test|scripts|docs)\/[\w./{},-]+|(?:[a-z][\w-]*\/)*[\w-]+(?:\.[\w-]+)*\.(?:\{[\w,]+\}|tsx?|mjs|css|sql))`/g,
    );

  it('of files and folders exist', () => {
    const missing = texts.flatMap(({ name, text }) => missingIn(name, pathsIn(text)));
    expect(missing).toEqual([]);
  });

  it('of files and folders are found if they do not exist', () => {
    const text =
      'See `store/no.ts`, `test/no/`, `no.test.ts`, `test/docs/pages.{test.ts,no}` and `app.ts`.';
    expect(missingIn('a.md', pathsIn(text))).toEqual(
      ['store/no.ts', 'test/no/', 'no.test.ts', 'test/docs/pages.no'].map(
        (path) => `a.md: ${path}`,
      ),
    );
  });

  it('of files and folders in comments exist', () => {
    const missing = repositoryFiles
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/^test\/(fixtures|docs)\//.test(name))
      .flatMap((name) => {
        const comments = readFileSync(join(project, name), 'utf8')
          .split('\n')
          .filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))
          .join('\n');
        return missingIn(
          name,
          comments.matchAll(
            /(?<=[\s`('"])((?:src-main|src-renderer|shared|test|scripts)\/[\w./-]*[\w-])/g,
          ),
        );
      });
    expect(missing).toEqual([]);
  });

  it('of pages, buttons and menu items are in the interface', () => {
    const source = ['src-renderer', 'src-main/hosts/desktop', 'shared']
      .flatMap(sourceFiles)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const isShown = (label: string) => source.includes(label);
    expect(isShown('No such button')).toBe(false);
    const missing = texts
      .filter(({ name }) => /^docs\/(guides|reference|security|troubleshooting)/.test(name))
      .flatMap(({ name, text }) =>
        [...withoutCode(text).matchAll(/\*\*([^*]+)\*\*/g)]
          .flatMap(([, labels = '']) => labels.replaceAll(/\s+/g, ' ').split(' → '))
          .filter((label) => !isShown(label.replace(/[.:]$/, '')))
          .map((label) => `${name}: ${label}`),
      );
    expect(missing).toEqual([]);
  });
});

describe('references to the specification and the decisions', () => {
  const sections = new Set(
    [...readPage('specification').matchAll(/^#{2,3} (\d(?:\.\d)?)\.? /gm)].map(
      ([, number]) => number,
    ),
  );
  const decisions = new Set(
    [...readPage('decisions').matchAll(/^\*\*(D\d+) /gm)].map(([, number]) => number),
  );

  /** References such as `spec 4.1, 7`, `section 4.1` and `D12` that don't resolve. */
  function danglingIn(text: string): readonly string[] {
    const numbers = [
      ...text.matchAll(/\b(?:spec|[Ss]ection) (\d(?:\.\d)?(?:, \d(?:\.\d)?)*)\b/g),
    ].flatMap(([, list = '']) => list.split(', '));
    const names = [...text.matchAll(/\bD\d{1,2}\b/g)].map(([name]) => name);
    return [
      ...numbers.filter((number) => !sections.has(number)),
      ...names.filter((name) => !decisions.has(name)),
    ];
  }

  it('resolve in the whole repository', () => {
    const repository = repositoryFiles.filter(
      (name) => /\.(ts|tsx|mjs|md)$/.test(name) && !/^test\/(fixtures|docs)\//.test(name),
    );
    const dangling = repository.flatMap((name) =>
      danglingIn(readFileSync(join(project, name), 'utf8')).map((number) => `${name}: ${number}`),
    );
    expect(dangling).toEqual([]);
  });

  it('are found if they do not resolve', () => {
    expect(danglingIn('/** Retries (spec 4.1, 9.9; D12 to D99). See section 3.7. */')).toEqual([
      '9.9',
      '3.7',
      'D99',
    ]);
  });

  it('D1 to D57 all exist', () => {
    const expected = Array.from({ length: 57 }, (_, index) => `D${index + 1}`);
    expect(expected.filter((name) => !decisions.has(name))).toEqual([]);
  });
});
