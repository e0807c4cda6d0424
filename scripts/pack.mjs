/**
 * `npm run pack`: packs the desktop app for the system of this machine into `dist`. `--x64` and `--arm64`
 * choose the architecture, other words the targets: `npm run pack -- --arm64 deb`. It publishes nothing.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isObtainable, mirrorOf } from './electron-binary.mjs';
import { copy7Zip, writeElectronStandIn } from './electron-stand-in.mjs';
import { ensureBuild, ensureDocs } from './ensure-build.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { guarded } from './guarded.mjs';
import { adviceFor } from './pack-advice.mjs';
import { packConfiguration } from './pack-configuration.mjs';
import { inProject, Problem, projectFolder, say } from './project.mjs';

const usage =
  'Usage: npm run pack [-- [--x64] [--arm64] [--updates] [--inspectable | --stand-in] [--output DIR] [TARGET…]]';

const electronVersion = () =>
  JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8')).version;

function readArguments() {
  try {
    return parseArgs({
      options: {
        x64: { type: 'boolean', default: false },
        arm64: { type: 'boolean', default: false },
        updates: { type: 'boolean', default: false },
        inspectable: { type: 'boolean', default: false },
        // For the test of packing, around a folder that is not Electron.
        'stand-in': { type: 'boolean', default: false },
        output: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Problem(`pack: ${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

/** @typedef {ReturnType<typeof readArguments>['values']} Values */

/** @type {Partial<Record<NodeJS.Platform, import('./pack-configuration.mjs').System>>} */
const systems = { linux: 'linux', darwin: 'mac', win32: 'win' };

function systemOfMachine() {
  const system = systems[process.platform];
  if (system === undefined)
    throw new Problem(
      `pack: there is no Electron for ${process.platform}. Use Linux, macOS or Windows.`,
    );
  return system;
}

/** @param {Values} values */
function folderOf({ inspectable, 'stand-in': isStandIn }) {
  return isStandIn ? 'dist/stand-in' : inspectable ? 'dist/inspectable' : 'dist';
}

/** What electron-builder packs without a download. @returns {readonly string[]} */
const standInTargets = () =>
  process.env.CUSTOM_FPM_PATH === undefined ? ['tar.gz'] : ['tar.gz', 'deb', 'rpm'];

/** All targets of electron-builder.yml, if none is named. @param {Values} values @param {readonly string[]} named */
function targetsOf(values, named) {
  if (values.inspectable) return ['dir'];
  return values['stand-in'] && named.length === 0 ? standInTargets() : named;
}

async function needElectron() {
  if (await isObtainable()) return;
  throw new Problem(
    `pack: Electron ${electronVersion()} can't be downloaded from ${mirrorOf(process.env)}. ` +
      'Connect to the network, or set ELECTRON_MIRROR to a mirror that you can reach.',
  );
}

/** @param {Values} values @param {readonly string[]} targets @param {string | null} standIn */
async function pack(values, targets, standIn) {
  const system = systemOfMachine();
  const { suffix, isUnsigned, config } = packConfiguration(
    {
      system,
      output: resolve(values.output ?? inProject(folderOf(values))),
      hasUpdates: values.updates,
      isInspectable: values.inspectable,
      standIn,
    },
    process.env,
  );
  process.env.HOOKWRIGHT_PACK_SUFFIX = suffix;
  // Otherwise, any certificate in the keychain of this machine would sign.
  if (isUnsigned) process.env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';
  // Only now is it certainly installed.
  const { build } = await import('electron-builder');
  await build({
    projectDir: projectFolder,
    [system]: targetsOf(values, targets),
    x64: values.x64,
    arm64: values.arm64,
    publish: 'never',
    config,
  });
}

await guarded(async () => {
  await ensureDependencies();
  const { values, positionals } = readArguments();
  const temporary = mkdtempSync(join(tmpdir(), 'hookwright-pack-'));
  const standIn = values['stand-in'] ? join(temporary, 'electron') : null;
  try {
    if (standIn === null) await needElectron();
    else if (process.platform !== 'linux')
      throw new Problem('pack: --stand-in stands in for Electron on Linux. Leave it out here.');
    else {
      writeElectronStandIn(standIn, electronVersion());
      process.env.ELECTRON_BUILDER_7ZIP_PATH = await copy7Zip(temporary);
    }
    await Promise.all([ensureBuild(), ensureDocs()]);
    await pack(values, positionals, standIn);
  } catch (error) {
    // electron-builder removes its temporary files before the exit, and then resets the code.
    process.once('exit', () => {
      process.exitCode = 1;
    });
    if (error instanceof Problem) throw error;
    throw new Problem(`pack: ${adviceFor(error instanceof Error ? error.message : String(error))}`);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say('pack: done.');
  return 0;
});
