/**
 * `npm run release`: all steps up to the draft, with the packages of this machine only, as a dry run. The
 * release workflow runs the same steps on several machines: `npm run release -- check|package|desktop|draft`.
 * They write to `dist`: what a release publishes to `release`, what installed apps read to `updates`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { billOfMaterials } from './bill-of-materials.ts';
import { guarded } from './guarded.mjs';
import { machineNode, npmProgram, ownNode } from './node-binary.mjs';
import { inProject, Problem, projectFolder, say } from './project.mjs';
import { repository } from './repository.mjs';
import { writeUpdateMetadata } from './update-metadata.ts';

interface Options {
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly isStandIn: boolean;
  readonly architecture: string;
}

const { version } = packageJson;

/** Of this version; before its release, what is unreleased. */
function changes(): { readonly title: string; readonly text: string } {
  const sections = readFileSync(inProject('CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const section = [`[${version}]`, '[Unreleased]']
    .map((title) => sections.find((one) => one.startsWith(title)))
    .find((one) => one !== undefined);
  if (section === undefined)
    throw new Problem(`CHANGELOG.md has no section "## [${version}]". Add it.`);
  const [title = '', ...lines] = section.split('\n');
  return { title, text: lines.join('\n').trim() };
}

/** What would stop the release of a tag. */
function obstacles({ GITHUB_REF_NAME, GITHUB_REPOSITORY }: NodeJS.ProcessEnv): readonly string[] {
  const { owner, name, isPlaceholder } = repository();
  const found: string[] = [];
  if (GITHUB_REF_NAME !== undefined && GITHUB_REF_NAME !== `v${version}`)
    found.push(
      `The tag ${GITHUB_REF_NAME} is not v${version}, the version in package.json. Change one of them.`,
    );
  if (!changes().title.startsWith(`[${version}]`))
    found.push(`CHANGELOG.md has no section "## [${version}]". Move [Unreleased] to it.`);
  if (isPlaceholder)
    found.push(
      '"repository" in package.json is the placeholder of the documentation. Set it to the repository of the release.',
    );
  else if (GITHUB_REPOSITORY !== undefined && GITHUB_REPOSITORY !== `${owner}/${name}`)
    found.push(
      `"repository" in package.json is ${owner}/${name}, but this is ${GITHUB_REPOSITORY}. npm rejects such a provenance: change package.json.`,
    );
  return found;
}

function check({ isDryRun }: Options): void {
  const found = obstacles(process.env);
  if (found.length > 0 && !isDryRun) throw new Problem(found.join('\n'));
  for (const obstacle of found) say(`before the tag: ${obstacle}`);
}

const releaseFolder = ({ folder }: Options): string => {
  const path = join(folder, 'release');
  mkdirSync(path, { recursive: true });
  return path;
};

/** The npm package and its bill of materials. */
function packNpm(options: Options): void {
  const release = releaseFolder(options);
  const node = machineNode();
  const npm = npmProgram(node);
  if (npm === null) throw new Problem('npm was not found. Install Node with npm from nodejs.org.');
  execFileSync(node, [npm, 'pack', '--silent', '--pack-destination', release], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bill = `${JSON.stringify(billOfMaterials(), null, 2)}\n`;
  writeFileSync(join(release, `${packageJson.name}-sbom.cdx.json`), bill);
}

/** Packed around a folder that is not Electron: never part of a release. */
const isOfStandIn = (name: string): boolean => name.includes('-stand-in');

/** The desktop app, for this system. A stand-in stays outside of the release. */
function packDesktop(options: Options): void {
  const { folder, isStandIn, architecture } = options;
  const standIn = isStandIn ? ['--stand-in'] : [];
  const args = ['--updates', ...standIn, '--output', folder, `--${architecture}`];
  try {
    execFileSync(ownNode, [inProject('scripts', 'pack.mjs'), ...args], { stdio: 'inherit' });
  } catch {
    throw new Problem('The desktop app was not packed. See the error above.');
  }
  if (isStandIn) return;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const updates = join(folder, 'updates', `${process.platform}-${architecture}`);
  mkdirSync(updates, { recursive: true });
  for (const { name } of files) {
    const isPackage = name.startsWith(`${packageJson.productName}-${version}-`);
    if (isPackage && !isOfStandIn(name))
      copyFileSync(join(folder, name), join(releaseFolder(options), name));
    // Architectures and systems write files of the same name.
    if (/^latest.*\.yml$/.test(name)) copyFileSync(join(folder, name), join(updates, name));
  }
}

function writeNotes({ folder }: Options, files: readonly string[]): void {
  const unsigned = files.filter((name) => /-unsigned\.\w+$/.test(name));
  const warning =
    unsigned.length === 0
      ? ''
      : `\n\nNot signed, so the system warns about them: ${unsigned.join(', ')}. Check them with SHA256SUMS.`;
  writeFileSync(join(folder, 'notes.md'), `${changes().text}${warning}\n`);
}

function writeChecksums(release: string): void {
  const files = readdirSync(release).filter((name) => name !== 'SHA256SUMS');
  const lines = files.sort().map((name) => {
    const content = readFileSync(join(release, name));
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(release, 'SHA256SUMS'), lines.join(''));
}

/** Everything that a draft on GitHub consists of. */
function draft(options: Options): void {
  const { folder, isDryRun } = options;
  const release = releaseFolder(options);
  const standIn = readdirSync(release).find(isOfStandIn);
  if (standIn !== undefined)
    throw new Problem(`${join(release, standIn)} is not packed with Electron. Delete it.`);
  const missing = writeUpdateMetadata(join(folder, 'updates'), release, { isPartial: isDryRun });
  for (const line of missing) say(`not in this dry run: ${line}`);
  writeNotes(options, readdirSync(release));
  writeChecksums(release);
  say(`The draft is ${release}, with the notes ${join(folder, 'notes.md')}.`);
}

const steps = { check, package: packNpm, desktop: packDesktop, draft } as const;
type StepName = keyof typeof steps;
const isStep = (name: string): name is StepName => Object.hasOwn(steps, name);

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      output: { type: 'string' },
      'stand-in': { type: 'boolean', default: false },
      // That of this machine, if it is not named.
      arch: { type: 'string', default: process.arch },
    },
    allowPositionals: true,
  });
  const [name] = positionals;
  if (name !== undefined && !isStep(name))
    throw new Problem(`There is no step "${name}". Steps: ${Object.keys(steps).join(', ')}.`);
  return { values, name };
}

await guarded(async () => {
  const { values, name } = readArguments();
  const options = {
    folder: resolve(values.output ?? inProject('dist')),
    isDryRun: name === undefined,
    isStandIn: values['stand-in'],
    architecture: values.arch,
  };
  for (const step of name === undefined ? (Object.keys(steps) as StepName[]) : [name]) {
    say(`release ${step} …`);
    try {
      steps[step](options);
    } catch (error) {
      throw new Problem(`release ${step}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return 0;
});
