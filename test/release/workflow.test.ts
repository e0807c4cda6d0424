/** The workflows of the release, which run the steps that a dry run tests. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { inProject } from '../../scripts/project.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const { jobs } = parse(readFileSync(inProject('.github/workflows/release.yml'), 'utf8'));
const stepsOf = (job: string): readonly Step[] => jobs[job].steps;

it.each([
  ['package', ['check', 'package']],
  ['desktop', ['desktop']],
  ['draft', ['draft']],
])('the job %s runs the steps of npm run release', (job, names) => {
  const commands = stepsOf(job).map(({ run = '' }) => run);
  const steps = commands.flatMap((run) => /npm run release -- (\w+)/.exec(run)?.[1] ?? []);
  expect(steps).toEqual(names);
});

it('the draft gets what the other jobs upload, where its step looks for it', () => {
  const folders = (job: string, action: string) =>
    stepsOf(job)
      .filter(({ uses = '' }) => uses.startsWith(`actions/${action}-artifact`))
      .map((step) => step.with?.path?.replace(/\/$/, ''));
  expect(folders('package', 'upload')).toEqual(['dist/release']);
  expect(folders('desktop', 'upload')).toEqual(['dist/release', 'dist/updates']);
  expect(folders('draft', 'download')).toEqual(['dist/release', 'dist/updates']);
});
