/** Formats and parses durations such as `10 s`, `20 min` and `1 h 30 min` without loss. */
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** All accepted units. Output uses `h`, `min`, `s` and `ms`. */
const unitMs: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ms: 1,
    millisecond: 1,
    milliseconds: 1,
    s: secondMs,
    sec: secondMs,
    secs: secondMs,
    second: secondMs,
    seconds: secondMs,
    m: minuteMs,
    min: minuteMs,
    mins: minuteMs,
    minute: minuteMs,
    minutes: minuteMs,
    h: hourMs,
    hr: hourMs,
    hrs: hourMs,
    hour: hourMs,
    hours: hourMs,
    d: 24 * hourMs,
    day: 24 * hourMs,
    days: 24 * hourMs,
  }),
);

const units = [...unitMs.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** Longer texts are invalid. */
export const maxDurationLength = 100;

/**
 * Every form that this program writes, in lower case: `90s`, `1 min 30 s`, `1h 15m`, `5.0 s`, and the
 * offset `+30m`. Two adjacent `\s*` would take quadratic time (D62).
 */
export const durationPattern = new RegExp(
  `^\\s*(?:\\+\\s*)?(?:\\d+(?:[.,]\\d+)?\\s*(?:${units})\\s*)+$`,
);
const amountPattern = /(\d+(?:[.,]\d+)?)\s*([a-z]+)/g;

/** Whole milliseconds; null if the text is invalid. A number needs a unit, except zero. */
export function parseDuration(text: string): number | null {
  if (text.length > maxDurationLength) return null;
  const normalized = text.trim().toLowerCase();
  if (/^0+$/.test(normalized)) return 0;
  if (!durationPattern.test(normalized)) return null;
  let total = 0;
  for (const [, amount = '', unit = ''] of normalized.matchAll(amountPattern)) {
    const lengthMs = unitMs.get(unit);
    if (lengthMs === undefined) return null;
    total += Number(amount.replace(',', '.')) * lengthMs;
  }
  return Number.isFinite(total) ? Math.round(total) : null;
}

/** The two largest units, rounded down: `34 s`, `3 min 20 s`, `2 h 2 min`, `12 d 4 h`. */
export function formatSpan(ms: number): string {
  const dayMs = 24 * hourMs;
  if (ms >= dayMs) {
    const days = Math.floor(ms / dayMs);
    const hours = Math.floor((ms % dayMs) / hourMs);
    return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  }
  const unit = ms >= hourMs ? minuteMs : secondMs;
  return formatDuration(Math.floor(Math.max(0, ms) / unit) * unit);
}

/** The largest unit, rounded down: `48 s`, `4 min`, `6 h`, `12 d`. */
export function formatCoarse(ms: number): string {
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  const dayMs = 24 * hourMs;
  return ms < dayMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / dayMs)} d`;
}

/** A measured time, rounded: `1.2 ms`, `214 ms`, `5.0 s`, `3 min 30 s`, `2 h 2 min`. */
export function formatLatency(ms: number): string {
  if (ms < secondMs) return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  if (ms < minuteMs) return `${(ms / secondMs).toFixed(1)} s`;
  return formatSpan(ms);
}

/** Shortest exact format of whole milliseconds: `250 ms`, `1.5 s`, `1 min 30 s`, `4 h`. */
export function formatDuration(ms: number): string {
  if (ms < secondMs) return ms === 0 ? '0 s' : `${ms} ms`;
  const hours = Math.floor(ms / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  const seconds = (ms % minuteMs) / secondMs;
  const parts = [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(seconds > 0 ? [`${seconds} s`] : []),
  ];
  return parts.join(' ');
}

// Times of a run, as in scenario files: durations such as `1h 15m 49s`, offsets such as `+30m`.

/** Shortest exact format of whole milliseconds: `250ms`, `1.5s`, `1h 15m 49s`. */
export const compactDuration = (ms: number): string =>
  formatDuration(ms)
    .replace(/ (?=[a-z])/g, '')
    .replace('min', 'm');

/** A time since the start of the run. */
export const formatOffset = (ms: number): string => `+${compactDuration(ms)}`;
