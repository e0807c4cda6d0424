/**
 * What the library does, shown with `DEBUG=analytics`, or with `localStorage.debug = 'analytics'` in a
 * browser (spec 4.3, D44). Read once; patterns as other libraries take them: `*`, lists, and `-` to
 * leave one out.
 */
const namespace = 'analytics';

/** Or what acts as Node. */
const isNode = (): boolean => globalThis.process?.versions?.node !== undefined;

/** Reading the environment or the storage throws where it is not allowed. */
function readSetting(): string {
  try {
    const { process, localStorage } = globalThis;
    // Not the storage of Node, which warns that it has no file.
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

/** To standard error where there is one. */
// biome-ignore lint/suspicious/noConsole: the log of a library that runs anywhere has no other place
const write = isNode() ? console.error : console.debug;

export const log: (format: string, ...values: unknown[]) => void = isLogged(readSetting())
  ? (format, ...values) => write(`${new Date().toISOString()} ${namespace} ${format}`, ...values)
  : () => undefined;
