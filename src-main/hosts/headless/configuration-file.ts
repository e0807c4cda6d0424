/** Reads a configuration file, with a clear error for every problem. */

import { readUpTo } from '#main/kit/files.ts';
import { limitedSuggestions } from '#shared/kit/closest-name.ts';
import { errorText, fieldName, firstIssues } from '#shared/kit/error-text.ts';
import { isJsonObject, parseExact } from '#shared/kit/exact-json.ts';
import { fieldIssues } from '#shared/kit/issue-text.ts';
import { isNestedTooDeep, maxNesting } from '#shared/kit/nesting.ts';
import { timestampsFromText } from '#shared/kit/timestamps.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { withEnvironment } from './environment-references.ts';
import { LinesError } from './lines-error.ts';

export class ConfigurationProblem extends LinesError {
  override readonly name = 'ConfigurationProblem';
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly fix?: string | undefined;
}

const step = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

function issueText(issue: Issue): string {
  const text = errorText(issue);
  return issue.path.length === 0 ? text : `${fieldName(issue.path.map(step))}: ${text}`;
}

export interface ConfigurationFile {
  readonly path: string;
  readonly bytes: Buffer;
}

const maxMegabytes = 16;
const maxBytes = maxMegabytes * 1_048_576;

const tooLarge = (path: string): ConfigurationProblem =>
  new ConfigurationProblem(
    `The configuration file ${path} is larger than ${maxMegabytes} MB. Make it smaller.`,
  );

/** Throws a ConfigurationProblem. */
export async function readConfigurationFile(path: string): Promise<ConfigurationFile> {
  try {
    const bytes = await readUpTo(path, maxBytes);
    if (bytes === null) throw tooLarge(path);
    return { path, bytes };
  } catch (error) {
    if (error instanceof ConfigurationProblem) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new ConfigurationProblem(`The configuration file ${path} ${reason}.`, error);
  }
}

function readJson({ path, bytes }: ConfigurationFile): unknown {
  if (bytes.length > maxBytes) throw tooLarge(path);
  if (isNestedTooDeep(bytes))
    throw new ConfigurationProblem(
      `The configuration file ${path} is nested deeper than ${maxNesting} levels. Flatten it.`,
    );
  return parseJson(path, bytes.toString('utf8').replace(/^\uFEFF/, ''));
}

function parseJson(path: string, text: string): unknown {
  const syntaxError = describeSyntaxError(text);
  if (syntaxError === null) return parseExact(text);
  throw new ConfigurationProblem(
    `The configuration file ${path} is not valid JSON: ${syntaxError}.`,
  );
}

export function configurationProblem(path: string, issues: readonly Issue[]): ConfigurationProblem {
  return new ConfigurationProblem([
    `Can't use the configuration file ${path}:`,
    ...issues.map((issue) => `  ${issueText(issue)}`),
  ]);
}

interface ParseOptions {
  /** Without it, secrets and headers with a variable are as in an export without secrets. */
  readonly environment: NodeJS.ProcessEnv | null;
  /** Whether those whose variable is not set are as well, so that an existing value is kept. */
  readonly keepsUnset?: boolean;
}

/** Throws a ConfigurationProblem. */
export function parseConfiguration(
  file: ConfigurationFile,
  { environment, keepsUnset = false }: ParseOptions,
): Configuration {
  const { path } = file;
  const unread: Issue[] = [];
  const report = (issue: Issue): void => {
    unread.push(issue);
  };
  const kept: string[] = [];
  const written = withEnvironment(readJson(file), {
    ...{ environment, keepsUnset, issue: report },
    unknown: (field) => kept.push(fieldName(field.map(step))),
  });
  const value = timestampsFromText(Configuration, written, report);
  const parsed = Configuration.safeParse(value);
  const unreadPaths = new Set(unread.map(pathText));
  const firstPaths = [...unreadPaths].slice(0, 100);
  const invalid = (parsed.error?.issues ?? [])
    .flatMap(fieldIssues)
    // A value that could not be read is reported once, and not as that of a union around it.
    .filter((issue) => {
      const path = pathText(issue);
      const isAround = issue.code === 'invalid_union';
      return !unreadPaths.has(path) && !(isAround && firstPaths.some((at) => at.startsWith(path)));
    });
  const issues: readonly Issue[] = [...unread, ...invalid];
  if (parsed.success && issues.length === 0)
    return { ...parsed.data, redacted: [...(parsed.data.redacted ?? []), ...kept] };
  throw configurationProblem(path, firstIssues([...issues, ...misspelledSources(value)]));
}

/** Names of the environment variables that a valid file refers to, sorted. Throws a ConfigurationProblem. */
export function variablesOf(file: ConfigurationFile): readonly string[] {
  const variables = new Set<string>();
  withEnvironment(readJson(file), {
    ...{ environment: null, keepsUnset: false, issue: () => undefined },
    unknown: (_, variable) => variables.add(variable),
  });
  return [...variables].toSorted();
}

const pathText = ({ path }: Issue): string => fieldName(path.map(step));

const listIn = (value: unknown, key: string): readonly unknown[] => {
  const found = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

/**
 * Names that are nearly those of sources in the file. Others may exist already, so all unknown names
 * are reported when the file is applied.
 */
function misspelledSources(value: unknown): readonly Issue[] {
  const names = listIn(value, 'sources').map((source) => Object(source).name);
  const known = new Set(names.filter((name) => typeof name === 'string'));
  const suggest = limitedSuggestions();
  return listIn(value, 'destinations').flatMap((destination, index) =>
    listIn(destination, 'sources').flatMap((name, at) => {
      if (typeof name !== 'string' || known.has(name)) return [];
      const fix = suggest(known, name);
      const path = ['destinations', index, 'sources', at];
      return fix === null ? [] : [{ path, message: `The file has no source "${name}".`, fix }];
    }),
  );
}

/** Locates JSON syntax errors: the engine includes the position only in some messages. */

function parseErrorOf(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function namedOffset(message: string): number | null {
  const named = message.match(/ at position (\d+)/)?.[1];
  return named === undefined ? null : Number(named);
}

/** Whether the text could become valid JSON if it continued. */
function isOpen(text: string): boolean {
  const message = parseErrorOf(text);
  if (message === null || /^Unexpected end|^Unterminated string/.test(message)) return true;
  return (namedOffset(message) ?? -1) >= text.length;
}

/**
 * Binary search for the longest prefix that could still become valid. The error starts after it.
 */
function searchedOffset(text: string): number {
  let open = 0;
  let broken = text.length + 1;
  while (broken - open > 1) {
    const middle = Math.floor((open + broken) / 2);
    if (isOpen(text.slice(0, middle))) open = middle;
    else broken = middle;
  }
  return open;
}

/** Returns `line 3, column 14 (Unexpected token ',')`, or null if the text is valid JSON. */
function describeSyntaxError(text: string): string | null {
  const message = parseErrorOf(text);
  if (message === null) return null;
  const before = text.slice(0, namedOffset(message) ?? searchedOffset(text)).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const reason = message.replace(/ in JSON at position.*$/s, '').replace(/, (\.\.\.)?".*$/s, '');
  return `${place} (${reason})`;
}
