/**
 * Writes the files that installed apps read to find an update. electron-builder writes one for each build,
 * but for macOS and Windows, both architectures share a name. One of them alone would offer its files to
 * the other architecture.
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

/** By file: what the app downloads on each architecture. macOS installs only signed updates. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'latest.yml': [/-x64(-unsigned)?\.exe$/, /-arm64(-unsigned)?\.exe$/],
  'latest-mac.yml': [/-x64\.zip$/, /-arm64\.zip$/],
  'latest-linux.yml': [/-x86_64\.AppImage$/],
  'latest-linux-arm64.yml': [/-arm64\.AppImage$/],
};

const packAgain = 'Pack that system again, and add its files.';

/** The folder has one folder for each build. */
function readBuilds(updates: string, name: string): readonly UpdateInfo[] {
  if (!existsSync(updates)) return [];
  // x64 last in the alphabet, but first in the file: it also names the default of old versions.
  const builds = readdirSync(updates).sort().reverse();
  return builds
    .map((build) => join(updates, build, name))
    .filter((file) => existsSync(file))
    .map((file) => UpdateInfo.parse(parse(readFileSync(file, 'utf8'))));
}

function merge(name: string, [first, ...others]: readonly UpdateInfo[]): UpdateInfo | null {
  if (first === undefined) return null;
  const builds = [first, ...others];
  const versions = new Set(builds.map(({ version }) => version));
  if (versions.size > 1)
    throw new Error(`${name} has versions ${[...versions].join(' and ')}. ${packAgain}`);
  const files = builds.flatMap((build) => build.files);
  const standIn = files.find(({ url }) => url.includes('-stand-in'));
  if (standIn !== undefined)
    throw new Error(`${standIn.url} is not Electron. Pack it without --stand-in.`);
  if (new Set(files.map(({ url }) => url)).size < files.length)
    throw new Error(`${name} has two files with the same name. Pack each architecture separately.`);
  return { ...first, files };
}

function missingFiles(name: string, info: UpdateInfo | null): readonly string[] {
  if (info === null) return [`No build wrote ${name}.`];
  return (expected[name] ?? [])
    .filter((pattern) => !info.files.some(({ url }) => pattern.test(url)))
    .map((pattern) => `${name} has no file like ${pattern.source}.`);
}

/** Files may have been renamed or signed after their metadata was written. */
function checkFiles(release: string, { files }: UpdateInfo): void {
  for (const { url, sha512, size } of files) {
    const file = join(release, url);
    if (!existsSync(file)) throw new Error(`The release has no file ${url}. ${packAgain}`);
    const content = readFileSync(file);
    const hash = createHash('sha512').update(content).digest('base64');
    if (hash !== sha512 || (size !== undefined && size !== content.length))
      throw new Error(`${url} is not the file that the metadata describes. ${packAgain}`);
  }
}

interface MetadataOptions {
  /** A dry run on one machine has only its own builds. */
  readonly isPartial: boolean;
}

/** @returns What is missing, if it may be. */
export function writeUpdateMetadata(
  updates: string,
  release: string,
  { isPartial }: MetadataOptions,
): readonly string[] {
  const missing: string[] = [];
  for (const name of Object.keys(expected)) {
    const info = merge(name, readBuilds(updates, name));
    missing.push(...missingFiles(name, info));
    if (missing.length > 0 && !isPartial)
      throw new Error(`${missing.join(' ')} Pack it, signed where the app updates itself.`);
    if (info === null) continue;
    checkFiles(release, info);
    writeFileSync(join(release, name), stringify(info, { lineWidth: 0 }));
  }
  return missing;
}
