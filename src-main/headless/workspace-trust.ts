/**
 * Which workspaces the user trusts. Until then, and after their configuration file has changed, nothing
 * is sent but to Hookwright's mock endpoints, and no environment variable is read (D60).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '#core/durable-file.ts';
import { makeFolder } from '#core/make-folder.ts';
import { type ConfigurationFile, environmentReads } from './configuration-file.ts';
import { systemDataFolder } from './data-folder.ts';
import type { Workspace } from './workspace.ts';

/** By real path: the hash of the configuration file that was trusted. */
const TrustedWorkspaces = z.record(z.string(), z.string());
type TrustedWorkspaces = z.infer<typeof TrustedWorkspaces>;

/** Outside of the workspace, which could otherwise trust itself. */
const trustFile = (userFolder: string): string => join(userFolder, 'trusted-workspaces.json');

function readTrusted(userFolder: string): TrustedWorkspaces {
  try {
    return TrustedWorkspaces.parse(JSON.parse(readFileSync(trustFile(userFolder), 'utf8')));
  } catch {
    return {};
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
  let trusted = readTrusted(userFolder)[folder];
  return {
    folder,
    reads: environmentReads(configuration),
    isTrusted: (): boolean => trusted === hash,
    /** Whether another version of the file was trusted. */
    hasChanged: (): boolean => trusted !== undefined && trusted !== hash,
    trust(): void {
      trusted = hash;
      makeFolder(userFolder, 0o700);
      const all = { ...readTrusted(userFolder), [folder]: hash };
      writePrivateFile(trustFile(userFolder), `${JSON.stringify(all, null, 2)}\n`);
    },
  };
}

export type WorkspaceTrust = ReturnType<typeof createWorkspaceTrust>;

/** Why a workspace is not trusted. */
export function untrustedText({
  folder,
  hasChanged,
  reads: { variables },
}: WorkspaceTrust): string {
  const state = hasChanged() ? 'changed since you trusted it' : 'is not trusted';
  const later = variables.length === 0 ? '' : ` Once trusted, it may read ${variables.join(', ')}.`;
  return `${folder} ${state}, so it sends only to its mock endpoints and reads no environment variables.${later}`;
}
