/**
 * Debug log, enabled with `DEBUG=analytics`, or with `localStorage.debug = 'analytics'` in a browser
 * (spec 4.3, D44). Read once. Accepts the usual patterns: `*`, lists, and `-` to exclude one.
 */
const namespace = 'analytics';

/** Node, or a compatible runtime. */
const isNode = (): boolean => globalThis.process?.versions?.node !== undefined;

/** Reading the environment or localStorage can throw, depending on permissions. */
function readSetting(): string {
  try {
    const { process, localStorage } = globalThis;
    // Not Node's localStorage, which warns when it has no file.
    return (isNode() ? process?.env?.DEBUG : localStorage?.getItem('debug')) ?? '';
  } catch {
    return '';
  }
}

const isMatch = (pattern: string): boolean =>
  new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`).test(
    namespace,
  );

export function isLogged(setting: string): boolean {
  const patterns = setting.split(/[\s,]+/).filter((pattern) => pattern !== '');
  return (
    patterns.some(isMatch) &&
    !patterns.some((pattern) => pattern.startsWith('-') && isMatch(pattern.slice(1)))
  );
}

/** Writes to stderr if available. */
// biome-ignore lint/suspicious/noConsole: a library that runs anywhere can log nowhere else
const write = isNode() ? console.error : console.debug;

export const log: (format: string, ...values: unknown[]) => void = isLogged(readSetting())
  ? (format, ...values) => write(`${new Date().toISOString()} ${namespace} ${format}`, ...values)
  : () => undefined;
