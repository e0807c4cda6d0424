/** A scenario file as read, with the files it uses. */
import type { z } from 'zod';
import { fileProblem, type ScenarioFiles } from './files.ts';
import { type JsonSchema, sharedJsonSchema } from './json-schema.ts';
import { problemAt, type ScenarioProblem } from './problem.ts';
import type { NamedFile } from './references.ts';
import { ScenarioFile, SharedFile } from './schema/file.ts';
import { readYaml, type TextBudget, type YamlFile } from './yaml-file.ts';

export type Item = Readonly<Record<string, unknown>>;
export const isItem = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asIs = (text: string): string => text;

export interface LoadedFile {
  readonly yaml: YamlFile;
  readonly raw: Item;
  readonly schema: z.ZodType;
  /** Only for problems, since it takes long to make. */
  readonly root: () => JsonSchema;
}

export async function checkFiles(
  namedFiles: readonly (NamedFile & { readonly yaml: YamlFile })[],
  files: ScenarioFiles,
) {
  const problems: ScenarioProblem[] = [];
  const paths: string[] = [];
  for (const { yaml, path, name, mustExist } of namedFiles) {
    const resolved = files.resolve(yaml.file, name);
    if (resolved === null)
      problems.push(
        problemAt(
          yaml.placeOf(path),
          'file_outside',
          `A scenario can't use ${name}.`,
          'Use a file in its repository. No name in the path may start with a dot.',
        ),
      );
    else if (mustExist && !(await files.exists(resolved)))
      problems.push(
        problemAt(
          yaml.placeOf(path),
          'file_missing',
          `File not found: ${name}.`,
          'Paths are relative to the scenario file.',
        ),
      );
    else paths.push(resolved);
  }
  return { problems, paths };
}

/** Why a file can't be read as a scenario; null if it can. */
export function formatProblem(raw: unknown, yaml: YamlFile): ScenarioProblem | null {
  if (!isItem(raw) || !('scenario' in raw))
    return problemAt(
      yaml.placeOf([]),
      'not_a_scenario',
      'This is not a scenario.',
      'Start it with "scenario: 1".',
    );
  const format = raw.scenario;
  return typeof format === 'number' && format > 1
    ? problemAt(
        yaml.placeOf(['scenario']),
        'newer_format',
        `This file has format ${format}; this version reads format 1.`,
        'Update Hookwright.',
      )
    : null;
}

export async function loadShared(
  main: YamlFile,
  raw: Item,
  files: ScenarioFiles,
  budget: TextBudget,
): Promise<{
  readonly opened: readonly LoadedFile[];
  readonly problems: readonly ScenarioProblem[];
  readonly paths: readonly string[];
}> {
  const names = ScenarioFile.shape.use.safeParse(raw.use).data ?? [];
  const namedFiles = names.map((name, index) => {
    return { yaml: main, path: ['use', index], name, mustExist: true };
  });
  const { problems, paths } = await checkFiles(namedFiles, files);
  const opened: LoadedFile[] = [];
  for (const path of new Set(paths)) {
    const content = await files.read(path);
    if (content.kind !== 'text') {
      problems.push(fileProblem(path, content.kind));
      continue;
    }
    const yaml = readYaml(path, content.text, budget);
    problems.push(...yaml.syntax, ...yaml.problems);
    const value = yaml.toValue(asIs);
    if (yaml.syntax.length === 0)
      opened.push({
        yaml,
        raw: isItem(value) ? value : {},
        schema: SharedFile,
        root: sharedJsonSchema,
      });
  }
  return { opened, problems, paths };
}
