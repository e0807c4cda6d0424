/** The check of words that `npm run lint` runs finds what it must, and nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { checkTerminology, findForbidden } from '../../scripts/terminology.mjs';

// Not written out, since this file is checked too.
const word = ['to', 'ld'].join('');
const phrase = ['by', 'hand'].join(' ');

it.each([
  ['a text', `Receivers were ${word}.`],
  ['a capital', `${word.toUpperCase()}: no`],
  ['a phrase', `retried ${phrase}`],
  ['a name', `const is${phrase.replaceAll(/(^| )\w/g, (part) => part.trim().toUpperCase())} = 1;`],
  ['a column', `last_${word} TEXT`],
  ['a class', `.${phrase.replace(' ', '-')} {}`],
])('finds a word in %s', (_, line) => {
  expect(findForbidden('a.ts', `first\n${line}`)).toEqual([
    expect.stringMatching(/^a\.ts:2: .*: write \w/),
  ]);
});

it('finds a word in the name of a file', () => {
  expect(findForbidden(`src/${phrase.replace(' ', '-')}.ts`, '')).toHaveLength(1);
});

it.each([
  ['src-main/signatures/a.ts', ['fam', 'ily'].join('')],
  ['shared/signatures/a.ts', ['constr', 'uction'].join('')],
  ['test/signatures/a.test.ts', ['find', 'ings'].join('')],
  ['src-main/store/a.ts', ['he', 'ads'].join('')],
  ['src-main/hosts/sandbox/a.ts', ['ti', 'cks'].join('')],
])('finds a word that is wrong in a folder only: %s', (name, scoped) => {
  expect(findForbidden(name, `const ${scoped}Of = 1;`)).toHaveLength(1);
  expect(findForbidden('src-renderer/a.ts', `const ${scoped}Of = 1;`)).toEqual([]);
});

it('allows the name of the provider where it is meant', () => {
  const name = ['re', 'send'].join('');
  expect(findForbidden('shared/profiles/sources.ts', `cite('${name}Library')`)).toEqual([]);
  expect(findForbidden('docs/reference/rest.md', `\`profile\`: \`"${name}"\``)).toEqual([]);
  expect(findForbidden('shared/jobs/text.ts', `{ verb: '${name}' }`)).toHaveLength(1);
  expect(findForbidden('shared/profiles/sources.ts', `${name}s`)).toHaveLength(1);
});

it('leaves words alone that only contain one', () => {
  const longer = [`un${word}`, 'recommends', 'by handing over', 'handy'];
  expect(findForbidden('a.ts', longer.join('\n'))).toEqual([]);
});

it('checks code, tests, docs and examples, but not fixtures', () => {
  const folder = temporaryFolder();
  const files = {
    'src-main/mocks/a.ts': word,
    'src-renderer/a.tsx': word,
    'shared/a.ts': word,
    'scripts/a.mjs': word,
    'test/a.test.ts': word,
    'docs/a.md': word,
    'examples/a.yaml': word,
    'README.md': word,
    'CONTRIBUTING.md': word,
    'test/fixtures/a.json': word,
    'docs/a.png': word,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const found = checkTerminology(folder).map((line) => line.split(':')[0]);
  expect(found.sort()).toEqual(
    Object.keys(files)
      .filter((path) => !/fixtures|png/.test(path))
      .sort(),
  );
});
