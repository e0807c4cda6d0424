/** Gallery presets grouped by kind of failure. */
import type { MockPreset } from '#shared/schemas/mock.ts';

export const groupNames = [
  'Responses',
  'Your server',
  'Slow',
  'Connections',
  'Malformed HTTP',
  'TLS',
] as const;
type GroupName = (typeof groupNames)[number];

export interface GalleryGroup {
  readonly name: GroupName;
  readonly presets: readonly MockPreset[];
}

const slow = new Set(['hang', 'slow_body', 'endless_body']);
const connection = new Set([
  'close',
  'refuse_connection',
  'reset_before_request',
  'reset_during_request',
  'reset_after_request',
]);

function groupOf({ settings: { tls, steps, outage, forward } }: MockPreset): GroupName {
  const faults = [...steps.map(({ fault }) => fault), outage?.fault ?? 'none'];
  if (forward !== null) return 'Your server';
  if (tls !== 'none') return 'TLS';
  if (faults.some((fault) => connection.has(fault))) return 'Connections';
  if (faults.some((fault) => slow.has(fault)) || steps.some(({ delayMs }) => delayMs > 0))
    return 'Slow';
  const isPlain = faults.every((fault) => fault === 'none' || fault === 'redirect_loop');
  return isPlain ? 'Responses' : 'Malformed HTTP';
}

/** Presets that contain every word of the query, without empty groups. */
export function galleryGroups(
  presets: readonly MockPreset[],
  query: string,
): readonly GalleryGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = presets.filter((preset) => {
    const text = `${preset.title} ${preset.summary} ${groupOf(preset)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return groupNames
    .map((name) => ({ name, presets: matching.filter((preset) => groupOf(preset) === name) }))
    .filter((group) => group.presets.length > 0);
}
