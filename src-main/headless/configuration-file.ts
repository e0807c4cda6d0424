/** Reads a configuration file; whatever is wrong with it is told in one sentence. */
import { readFile } from 'node:fs/promises';
import { fieldName } from '#api/errors.ts';
import { Configuration } from '#shared/schemas/configuration.ts';
import { jsonFault } from './json-fault.ts';

export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem';
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const step = (key: PropertyKey): string | number => (typeof key === 'number' ? key : String(key));

function issueText({ path, message }: Issue): string {
  return path.length === 0 ? message : `${fieldName(path.map(step))}: ${message}`;
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
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  throw new ConfigurationProblem(`The configuration file ${path} is not valid JSON: ${fault}.`);
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
