import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');
const workflows = readdirSync(join(project, '.github/workflows')).map(
  (file) => `.github/workflows/${file}`,
);
const read = (file: string): string => readFileSync(join(project, file), 'utf8');

it('workflows and the action pin actions by commit and name the version', () => {
  const uses = [...workflows, 'action.yml']
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => /\buses:/.test(line));
  expect(uses).not.toEqual([]);
  const pinned = /uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
});

it('scripts contain no expression, which could be code from outside', () => {
  const scripts = [...workflows, 'action.yml'].flatMap((file) =>
    [...read(file).matchAll(/^( *)(?:- )?run: \|\n((?:\1 +.*\n|\n)+)/gm)].map(
      ([, , script]) => script,
    ),
  );
  expect(scripts).not.toEqual([]);
  expect(scripts.filter((script) => script?.includes('${{'))).toEqual([]);
});

it.each(workflows)('%s follows the schema of workflows', (name) => {
  const { context } = parseWorkflow({ name, content: read(name) }, new NoOperationTraceWriter());
  expect(context.errors.getErrors()).toEqual([]);
});

it('a wrong workflow does not follow it', () => {
  const content = 'on: push\njobs: { a: { runs-on: ubuntu-latest, stepz: [] } }\n';
  const { context } = parseWorkflow({ name: 'wrong', content }, new NoOperationTraceWriter());
  expect(context.errors.count).toBeGreaterThan(0);
});

it('action.yml follows the schema of actions', () => {
  const file = { name: 'action.yml', content: read('action.yml') };
  const { context } = parseAction(file, new NoOperationTraceWriter());
  expect(context.errors.getErrors()).toEqual([]);
});
