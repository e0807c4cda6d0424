/** Which program the user started, and how it was installed. */
import { sep } from 'node:path';

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Path of the running program. */
  readonly program: string;
}

export const thisInstallation: Installation = {
  platform: process.platform,
  env: process.env,
  program: process.execPath,
};

/** Programs that an AppImage starts, such as a terminal, inherit its variables. */
export function appImageOf({ platform, env, program }: Installation): string | null {
  const { APPDIR, APPIMAGE } = env;
  if (platform !== 'linux' || APPDIR === undefined || APPIMAGE === undefined) return null;
  return program.startsWith(APPDIR + sep) ? APPIMAGE : null;
}

/** The portable app of Windows, which unpacks itself into a temporary folder. */
export const portableFileOf = ({ platform, env }: Installation): string | null =>
  (platform === 'win32' && env.PORTABLE_EXECUTABLE_FILE) || null;

/** The file to start again later. An AppImage and the portable app run from temporary paths. */
export const startedProgram = (installation: Installation): string =>
  appImageOf(installation) ?? portableFileOf(installation) ?? installation.program;
