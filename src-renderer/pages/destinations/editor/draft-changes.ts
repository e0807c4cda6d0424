/** What a form changes, and what a copy begins with. Pure. */
import { changedFields } from '#renderer/components/changed-fields.ts';
import type { DestinationPatch } from '#shared/schemas/destination.ts';
import {
  type DestinationDraft,
  type DestinationSettings,
  draftOf,
  settingsOf,
} from './destination-draft.ts';

/** Only the settings that differ, so that what somebody else changed meanwhile stays. */
export function changedSettings(
  saved: DestinationDraft,
  settings: DestinationSettings,
): DestinationPatch {
  return changedFields(settingsOf(saved), settings);
}

/** A copy to begin a new destination with: all but the name, which must differ. */
export function duplicateOf(
  destination: Parameters<typeof draftOf>[0],
  takenNames: readonly string[],
): DestinationDraft {
  return { ...draftOf(destination), name: copyName(destination.name, takenNames) };
}

/** Longest name the schema takes. */
const longestName = 100;

export function copyName(name: string, takenNames: readonly string[]): string {
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? ' copy' : ` copy ${copy}`;
    const candidate = `${name.slice(0, longestName - ending.length)}${ending}`;
    if (!takenNames.includes(candidate)) return candidate;
  }
}
