/** Licenses of all distributed packages, for the interface and as a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { z } from 'zod';
import type { ThirdPartyPackage } from '#shared/third-party-package.ts';

const projectFolder = join(import.meta.dirname, '..');
const moduleId = 'virtual:third-party-packages';

/** Development packages that are part of the bundles or of the desktop app, in addition to "dependencies". */
export const bundledPackages: readonly string[] = [
  '@base-ui/react',
  '@bomb.sh/tab',
  '@codemirror/autocomplete',
  '@codemirror/commands',
  '@codemirror/lang-json',
  '@codemirror/language',
  '@codemirror/lint',
  '@codemirror/merge',
  '@codemirror/state',
  '@codemirror/view',
  '@fastify/static',
  '@fastify/websocket',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@hookform/resolvers',
  '@lezer/highlight',
  '@modelcontextprotocol/server',
  '@orpc/client',
  '@orpc/contract',
  '@orpc/openapi',
  '@orpc/openapi-client',
  '@orpc/server',
  '@orpc/tanstack-query',
  '@orpc/zod',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/x509',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'commander',
  'electron',
  'electron-updater',
  'entities',
  'fastify',
  'fflate',
  'has-flag',
  'lucide-react',
  'pako',
  'pino',
  're2js',
  'react',
  'react-dom',
  'react-hook-form',
  'react-resizable-panels',
  'reflect-metadata',
  'supports-color',
  'tailwindcss',
  'undici',
  'uplot',
  'yaml',
  'yauzl',
  'zod',
  'zustand',
];

const Names = z.record(z.string(), z.string()).default({});

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: Names, peerDependencies: Names, optionalDependencies: Names }),
  ),
});

type LockedPackages = z.infer<typeof LockFile>['packages'];

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

/** Where Node finds a package that another one imports; undefined if it isn't installed. */
function folderOf(name: string, importer: string, locked: LockedPackages): string | undefined {
  const folder = `${importer === '' ? '' : `${importer}/`}node_modules/${name}`;
  if (folder in locked) return folder;
  if (importer === '') return undefined;
  const end = importer.lastIndexOf('node_modules/');
  return folderOf(name, importer.slice(0, end).replace(/\/$/, ''), locked);
}

/** Adds the packages and everything they depend on. */
function addFolders(
  names: readonly string[],
  importer: string,
  locked: LockedPackages,
  folders: Set<string>,
): void {
  for (const name of names) {
    const folder = folderOf(name, importer, locked);
    if (folder === undefined || folders.has(folder)) continue;
    folders.add(folder);
    // Nothing that Electron's package depends on is distributed: it downloads the program.
    if (name === 'electron') continue;
    const { dependencies, peerDependencies, optionalDependencies } = locked[folder] ?? {};
    const needed = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    addFolders(Object.keys(needed), folder, locked, folders);
  }
}

/** By folder. Optional packages for other systems are neither installed nor distributed. */
export function readPackages(): ReadonlyMap<string, ThirdPartyPackage> {
  const { packages: locked } = readJson(LockFile, 'package-lock.json');
  const folders = new Set<string>();
  const dependencies = Object.keys(locked['']?.dependencies ?? {});
  addFolders([...dependencies, ...bundledPackages], '', locked, folders);
  const installed = [...folders].filter((folder) => existsSync(join(projectFolder, folder)));
  return new Map(installed.map((folder) => [folder, readPackage(folder)]));
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
          this.error(
            `${folder} is in the bundle. Add its package to bundledPackages in scripts/third-party-notices.ts.`,
          );
      if (this.environment.name !== 'client') return;
      const source = asText(listed);
      this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source });
    },
  };
}
