/**
 * `node scripts/update-metadata.ts UPDATES RELEASE`: writes the files that installed apps read to find an
 * update. electron-builder writes one for each build, but for macOS and Windows, both architectures
 * share a name. One of them alone would offer its files to the other architecture.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

const UpdateFile = z.looseObject({
  url: z.string(),
  sha512: z.string(),
  size: z.number().optional(),
});

const UpdateInfo = z.looseObject({
  version: z.string(),
  files: z.array(UpdateFile).min(1),
  path: z.string(),
  sha512: z.string(),
});
type UpdateInfo = z.infer<typeof UpdateInfo>;

/** By file: what the app downloads on each architecture. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'latest.yml': [/-x64\.exe$/, /-arm64\.exe$/],
  'latest-mac.yml': [/-x64\.zip$/, /-arm64\.zip$/],
  'latest-linux.yml': [/-x86_64\.AppImage$/],
  'latest-linux-arm64.yml': [/-arm64\.AppImage$/],
};

/** The folder has one folder for each build. */
function readBuilds(updates: string, name: string): readonly UpdateInfo[] {
  // x64 last in the alphabet, but first in the file: it also names the default of old versions.
  const builds = readdirSync(updates).sort().reverse();
  return builds
    .map((build) => join(updates, build, name))
    .filter((file) => existsSync(file))
    .map((file) => UpdateInfo.parse(parse(readFileSync(file, 'utf8'))));
}

function merge(name: string, builds: readonly UpdateInfo[]): UpdateInfo {
  const [first] = builds;
  if (first === undefined) throw new Error(`No build wrote ${name}.`);
  const versions = new Set(builds.map(({ version }) => version));
  if (versions.size > 1) throw new Error(`${name} has versions ${[...versions].join(' and ')}.`);
  const files = builds.flatMap((build) => build.files);
  if (new Set(files.map(({ url }) => url)).size < files.length)
    throw new Error(`${name} has two files with the same name.`);
  for (const pattern of expected[name] ?? [])
    if (!files.some(({ url }) => pattern.test(url)))
      throw new Error(`${name} has no file like ${pattern.source}.`);
  return { ...first, files };
}

/** Files may have been renamed or signed after their metadata was written. */
function checkFiles(release: string, { files }: UpdateInfo): void {
  for (const { url, sha512, size } of files) {
    const file = join(release, url);
    if (!existsSync(file)) throw new Error(`The release has no file ${url}.`);
    const content = readFileSync(file);
    const hash = createHash('sha512').update(content).digest('base64');
    if (hash !== sha512 || (size !== undefined && size !== content.length))
      throw new Error(`${url} is not the file that the metadata describes.`);
  }
}

export function writeUpdateMetadata(updates: string, release: string): void {
  for (const name of Object.keys(expected)) {
    const info = merge(name, readBuilds(updates, name));
    checkFiles(release, info);
    writeFileSync(join(release, name), stringify(info, { lineWidth: 0 }));
  }
}

if (import.meta.main) {
  const [updates, release] = process.argv.slice(2);
  if (updates === undefined || release === undefined)
    throw new Error('Usage: node scripts/update-metadata.ts UPDATES RELEASE');
  writeUpdateMetadata(updates, release);
}
