/** Reads a configuration file; whatever is wrong with it is told in one sentence. */
import { readFile } from 'node:fs/promises';
import { fieldName } from '#api/errors.ts';
import { Configuration } from '#shared/schemas/configuration.ts';

export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem';
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const step = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

export function issueText({ path, message }: Issue): string {
  return path.length === 0 ? message : `${fieldName(path.map(step))}: ${message}`;
}

/** The engine names the place in most of its messages; without one, the text ends too early. */
export function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const offset = Number(message.match(/at position (\d+)/)?.[1] ?? text.length);
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const reason = message.replace(/ in JSON at position.*$/s, '').replace(/, ".*$/s, '');
  return `it is not valid JSON at ${place} (${reason})`;
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason =
      code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new ConfigurationProblem(`The configuration file ${path} ${reason}.`, { cause: error });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigurationProblem(
      `The configuration file ${path} cannot be used: ${jsonProblem(text, error)}.`,
      { cause: error },
    );
  }
}

export function refusal(path: string, issues: readonly Issue[]): ConfigurationProblem {
  const lines = issues.map(issueText).join('\n  ');
  return new ConfigurationProblem(`The configuration file ${path} cannot be used:\n  ${lines}`);
}

export async function readConfiguration(path: string): Promise<Configuration> {
  const parsed = Configuration.safeParse(parseJson(path, await readText(path)));
  if (!parsed.success) throw refusal(path, parsed.error.issues);
  return parsed.data;
}
