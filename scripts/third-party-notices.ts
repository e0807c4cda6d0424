/** Licenses of all distributed packages, for the interface and as a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { ThirdPartyPackage } from '#shared/third-party-package.ts';

const projectFolder = join(import.meta.dirname, '..');
const moduleId = 'virtual:third-party-packages';

/** Development packages that are distributed: Electron, and CSS in the bundle. */
const alsoShipped = ['electron', 'tailwindcss'];

const LockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z
    .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
    .optional(),
});

function readJson<Schema extends z.ZodType>(schema: Schema, ...path: string[]): z.infer<Schema> {
  return schema.parse(JSON.parse(readFileSync(join(projectFolder, ...path), 'utf8')));
}

function readPackage(folder: string): ThirdPartyPackage {
  const { name, version, license, author } = readJson(Manifest, folder, 'package.json');
  const texts = readdirSync(join(projectFolder, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name: file }) => readFileSync(join(projectFolder, folder, file), 'utf8').trim());
  const noText = [`License: ${license}`, ...(author === undefined ? [] : [`Author: ${author}`])];
  return { name, version, license, text: (texts.length > 0 ? texts : noText).join('\n\n') };
}

/** By folder. Optional packages for other systems are neither installed nor distributed. */
export function readPackages(): ReadonlyMap<string, ThirdPartyPackage> {
  const folders = Object.entries(readJson(LockFile, 'package-lock.json').packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder]) => folder)
    .filter((folder) => existsSync(join(projectFolder, folder)));
  const shipped = [...folders, ...alsoShipped.map((name) => `node_modules/${name}`)];
  return new Map(shipped.map((folder) => [folder, readPackage(folder)]));
}

function inOrder(packages: Iterable<ThirdPartyPackage>): readonly ThirdPartyPackage[] {
  const byVersion = new Map(
    [...packages].map((entry) => [`${entry.name} ${entry.version}`, entry]),
  );
  return [...byVersion].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shipped]) => shipped);
}

function asText(packages: readonly ThirdPartyPackage[]): string {
  const line = '-'.repeat(80);
  const sections = packages.map(
    ({ name, version, license, text }) => `${line}\n${name} ${version} (${license})\n\n${text}\n`,
  );
  return ['Hookwright includes these third-party packages.\n', ...sections].join('\n');
}

/** The folder of the package that a bundled module comes from. */
function packageFolderOf(id: string): string | undefined {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(
    id.replaceAll('\\', '/'),
  )?.[0];
}

export function thirdPartyNotices(): Plugin {
  const packages = readPackages();
  const listed = inOrder(packages.values());
  return {
    name: 'third-party-notices',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : null),
    load: (id) => (id === `\0${moduleId}` ? `export default ${JSON.stringify(listed)}` : null),
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      for (const folder of new Set(modules.map(packageFolderOf)))
        if (folder !== undefined && !packages.has(folder))
          this.error(`${folder} is in the bundle but not in "dependencies". Move it there.`);
      if (this.environment.name !== 'client') return;
      const source = asText(listed);
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source });
    },
  };
}
