/**
 * Which workspaces the user trusts. Until then, and after their configuration file has changed, it is not
 * applied, and nothing is sent but to Hookwright's mock endpoints (D60).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, writePrivateFile } from '#main/kit/files.ts';
import { type ConfigurationFile, parseConfiguration, variablesOf } from './configuration-file.ts';
import { systemDataFolder, workspaceKey } from './data-folder.ts';
import { configurationName, type Workspace } from './workspace.ts';

const Trusted = z.object({
  /** Real path of the workspace. */
  folder: z.string(),
  /** Hash of the configuration file that was trusted. */
  configuration: z.string(),
});

/**
 * Outside of the workspace, which could otherwise trust itself. Each has a file of its own: several hosts
 * may write at the same time.
 */
const trustFile = (userFolder: string, folder: string): string =>
  join(userFolder, 'trusted-workspaces', `${workspaceKey(folder)}.json`);

function trustedHash(file: string): string | null {
  try {
    return Trusted.parse(JSON.parse(readFileSync(file, 'utf8'))).configuration;
  } catch {
    return null;
  }
}

export const contentHash = ({ bytes }: Pick<ConfigurationFile, 'bytes'>): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * Trusts what was read. A later change is trusted, or not, at the next start. Throws a ConfigurationProblem.
 */
export function createWorkspaceTrust(
  { folder }: Pick<Workspace, 'folder'>,
  configuration: ConfigurationFile,
  userFolder = systemDataFolder(),
) {
  const hash = contentHash(configuration);
  const { destinations, mocks } = parseConfiguration(configuration, { environment: null });
  const file = trustFile(userFolder, folder);
  let trusted = trustedHash(file);
  return {
    folder,
    configuration: { destinations, mocks, variables: variablesOf(configuration) },
    isTrusted: (): boolean => trusted === hash,
    /** Whether another version of the file was trusted. */
    hasChanged: (): boolean => trusted !== null && trusted !== hash,
    trust(): void {
      trusted = hash;
      makeFolder(dirname(file), 0o700);
      writePrivateFile(file, `${JSON.stringify({ folder, configuration: hash })}\n`);
    },
  };
}

export type WorkspaceTrust = ReturnType<typeof createWorkspaceTrust>;

/** Why a workspace is not trusted. */
export function untrustedText({
  folder,
  hasChanged,
  configuration: { variables },
}: WorkspaceTrust): string {
  const state = hasChanged() ? 'changed since you trusted it' : 'is not trusted';
  const later = variables.length === 0 ? '' : ` Once trusted, it may read ${variables.join(', ')}.`;
  return `${folder} ${state}, so its ${configurationName} is not applied, and it sends only to mock endpoints.${later}`;
}
