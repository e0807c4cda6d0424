/** `hookwright scenarios …` as a process, as CI runs it. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { project } from './support/run-cli.ts';
import { runCommand } from './support/run-command.ts';

beforeAll(ensureBuild);

const scenarios = (cwd: string, ...args: string[]) => runCommand(cwd, ['scenarios', ...args]);

const wrong = 'scenario: 1\nname: x\nwhen:\n  - finsh: {}\n';

const exampleCount = readdirSync(join(project, 'examples/scenarios')).filter((name) =>
  name.endsWith('.yaml'),
).length;

it('check exits with 0 for the examples', async () => {
  const { code, stdout, stderr } = await scenarios(project, 'check', 'examples/scenarios');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`${exampleCount} scenarios checked`);
});

it('check exits with 2 and names file, line, column and fix', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scenarios'));
  writeFileSync(join(folder, 'scenarios/a.yaml'), wrong);
  writeFileSync(join(folder, 'scenarios/shared.yaml'), 'variables: { a: 1 }\n');
  const { code, stdout } = await scenarios(folder, 'check');
  expect(code).toBe(2);
  expect(stdout).toContain(`${join('scenarios', 'a.yaml')}:4:5: `);
  expect(stdout).toContain('"finish"');
  expect(stdout).toContain('shared.yaml');
  const json = JSON.parse((await scenarios(folder, 'check', '--json')).stdout);
  expect(json.problems).toMatchObject([{ line: 4, column: 5, code: 'invalid' }]);
  expect(json.skipped).toEqual([join('scenarios', 'shared.yaml')]);
});

it('an empty selection, a missing file and a newer format exit with 2', async () => {
  const folder = temporaryFolder();
  expect((await scenarios(folder, 'check')).code).toBe(2);
  expect((await scenarios(folder, 'check', 'nope.yaml')).code).toBe(2);
  writeFileSync(join(folder, 'new.yaml'), 'scenario: 2\n');
  expect((await scenarios(folder, 'check', 'new.yaml')).code).toBe(2);
  writeFileSync(join(folder, 'other.yaml'), 'a: 1\n');
  expect((await scenarios(folder, 'check', 'other.yaml')).code).toBe(2);
  expect((await scenarios(folder, 'check', '*.yml')).code).toBe(2);
  writeFileSync(join(folder, 'latin.yaml'), Buffer.from([0x6e, 0xe4]));
  expect((await scenarios(folder, 'check', 'latin.yaml')).stdout).toContain('latin.yaml:1:1');
});

it('shows control characters of names, in text and in JSON', async () => {
  const folder = temporaryFolder();
  const name = '\u001b]0;title\u0007\u009b2J\u202e\n::error::x ##[add-mask]x';
  const text = `scenario: 1\nname: ${JSON.stringify(name)}\nwhen: [{ send: { source: ${JSON.stringify(name)}, sample: track } }]\n`;
  writeFileSync(join(folder, 'a.yaml'), text);
  for (const command of ['list', 'check']) {
    const { stdout, stderr } = await scenarios(folder, command, 'a.yaml');
    expect(stdout).toContain('‹U+001B›');
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{C}\n]|^\s*::|##\[/mu);
    const json = (await scenarios(folder, command, 'a.yaml', '--json')).stdout;
    expect(json).not.toMatch(/[^\P{C}\n]|##\[/u);
    expect(JSON.parse(json).files[0].name).toBe(name);
  }
  // Problems before a run are on stderr.
  const { stderr } = await runCommand(folder, ['run', 'a.yaml']);
  expect(stderr).toContain('‹LF›');
  expect(stderr).not.toMatch(/[^\P{C}\n]|^\s*::/mu);
});

it('a link out of the repository and hidden files are reported', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'repository/.git'), { recursive: true });
  writeFileSync(join(folder, 'users.csv'), 'a\n');
  symlinkSync(join(folder, 'users.csv'), join(folder, 'repository/link.csv'));
  const text = (file: string) =>
    `scenario: 1\nname: x\ngiven:\n  sources: [{ name: S }]\n  audiences: [{ name: A, source: S, members: { file: ${file} } }]\nwhen: [finish: {}]\n`;
  symlinkSync('.env', join(folder, 'repository/env.csv'));
  writeFileSync(join(folder, 'repository/.env'), 'KEY=secret\n');
  writeFileSync(join(folder, 'repository/.git/config'), '[core]\n');
  writeFileSync(join(folder, 'repository/a.yaml'), text('link.csv'));
  writeFileSync(join(folder, 'repository/b.yaml'), text('../users.csv'));
  writeFileSync(join(folder, 'repository/c.yaml'), text('.env'));
  writeFileSync(join(folder, 'repository/d.yaml'), text('.git/config'));
  writeFileSync(join(folder, 'repository/e.yaml'), text('env.csv'));
  // What is hidden with the scenario may be used.
  mkdirSync(join(folder, 'repository/.checks'));
  writeFileSync(join(folder, 'repository/.checks/users.csv'), 'a\n');
  writeFileSync(join(folder, 'repository/.checks/f.yaml'), text('users.csv'));
  writeFileSync(join(folder, 'repository/.checks/g.yaml'), text('../.env'));
  const { stdout } = await scenarios(
    join(folder, 'repository'),
    ...['check', '.', '.checks/f.yaml', '.checks/g.yaml', '--json'],
  );
  expect(JSON.parse(stdout).problems).toMatchObject([
    { file: 'a.yaml', code: 'file_outside', line: 5 },
    { file: 'b.yaml', code: 'file_outside', line: 5 },
    { file: 'c.yaml', code: 'file_outside', line: 5 },
    { file: 'd.yaml', code: 'file_outside', line: 5 },
    { file: 'e.yaml', code: 'file_outside', line: 5 },
    { file: '.checks/g.yaml', code: 'file_outside', line: 5 },
  ]);
});

it('new writes a scenario that is valid, and overwrites nothing', async () => {
  const folder = temporaryFolder();
  expect((await scenarios(folder, 'new', "Black Friday's outage")).code).toBe(0);
  const file = join('scenarios', 'black-friday-s-outage.yaml');
  expect(readFileSync(join(folder, file), 'utf8')).toContain("Black Friday''s outage");
  expect((await scenarios(folder, 'check')).code).toBe(0);
  expect((await scenarios(folder, 'new', file)).code).toBe(2);
});

it('new writes to a folder that is a link only if the user names it', async () => {
  const folder = temporaryFolder();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(folder, 'scenarios'));
  const { code, stderr } = await scenarios(folder, 'new', 'outage');
  expect(code).toBe(2);
  expect(stderr).toContain('scenarios is a link');
  expect(readdirSync(elsewhere)).toEqual([]);
  expect((await scenarios(folder, 'new', join('scenarios', 'outage.yaml'))).code).toBe(0);
  expect(readdirSync(elsewhere)).toEqual(['outage.yaml']);
});

it('list and schema print JSON', async () => {
  const listed = await scenarios(project, 'list', 'examples/scenarios', '--json');
  expect(JSON.parse(listed.stdout).files).toHaveLength(exampleCount);
  const { properties } = JSON.parse((await scenarios(project, 'schema')).stdout);
  expect(Object.keys(properties)).toContain('when');
});
