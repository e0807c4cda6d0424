/** What an exploration explores, to recognize it when it is resumed or merged with others. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isFileError } from '#main/kit/files.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** Values of variables that are not secret, from options, files and the environment. */
export const openValues = ({ variables, secretVariables }: Scenario) =>
  Object.entries(variables)
    .filter(([name]) => !Object.hasOwn(secretVariables, name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The same server may have another address on each machine. */
const withoutAddresses = (values: ReturnType<typeof openValues>, { given }: Scenario) =>
  values.filter(
    ([, value]) => !given.servers.some(({ url }) => value !== '' && url.startsWith(String(value))),
  );

export type Content = readonly { readonly file: string; readonly sha256: string }[];

/** A snapshot may be missing: the run says so. */
async function hashOf(file: string): Promise<Content> {
  try {
    return [{ file, sha256: sha256(await readFile(file)) }];
  } catch (error) {
    if (!isFileError(error)) throw error;
    return [];
  }
}

export const contentOf = async (files: readonly string[]): Promise<Content> =>
  (await Promise.all(files.map(hashOf))).flat();

export const valuesHashOf = (scenario: Scenario): string =>
  sha256(JSON.stringify(withoutAddresses(openValues(scenario), scenario)));
