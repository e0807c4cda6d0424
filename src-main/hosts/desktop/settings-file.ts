/** The desktop app's own settings, in its data folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '#main/kit/files.ts';
import { definedFields } from '#shared/kit/objects.ts';
import {
  DesktopChange,
  type DesktopSettings,
  defaultDesktopSettings,
} from '#shared/settings/desktop.ts';

export const settingsFileIn = (folder: string): string => join(folder, 'desktop.json');

export function readSettings(file: string): DesktopSettings {
  try {
    const stored = DesktopChange.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { ...defaultDesktopSettings, ...definedFields(stored) };
  } catch {
    // The file is missing or invalid.
    return defaultDesktopSettings;
  }
}

/** All instances share the file, so others may have changed it. */
export function openSettings(file: string) {
  let settings = readSettings(file);
  return {
    get: (): DesktopSettings => settings,
    change(change: DesktopChange): void {
      settings = { ...readSettings(file), ...definedFields(change) };
      writeSettings(file, settings);
    },
  };
}

export const writeSettings = (file: string, settings: DesktopSettings): void =>
  writePrivateFile(file, `${JSON.stringify(settings)}\n`);
