/** Converts schema errors to problems with their position in the file. */
import type { z } from 'zod';
import { closestName, isMeant, type Suggest } from '#shared/kit/closest-name.ts';
import { type JsonSchema, keysAt, schemasAt, variablePattern } from './json-schema.ts';
import {
  maxProblems,
  problemAt,
  problemFromText,
  type ScenarioProblem,
  suggestion,
} from './problem.ts';
import { subjectSchemas } from './schema/expectation.ts';
import { stepSchemas } from './schema/step.ts';
import type { Path, YamlFile } from './yaml-file.ts';

type Issue = z.core.$ZodIssue;

const pathOf = (issue: Issue): Path =>
  issue.path.map((part) => (typeof part === 'number' ? part : String(part)));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (parent, part) =>
      typeof parent === 'object' && parent !== null
        ? (parent as Readonly<Record<string | number, unknown>>)[part]
        : undefined,
    value,
  );

/** Whether an issue rules out this form of a union: a key is unknown or missing. */
const isOtherForm = (issue: Issue, value: unknown): boolean =>
  issue.path.length === 0
    ? issue.code !== 'custom'
    : issue.path.length === 1 && valueAt(value, pathOf(issue)) === undefined;

/** How much a form of a union differs from the value, by its issues. A form with the meant name of a key is closer. */
function distanceOf(issues: readonly Issue[], value: unknown): number {
  const unknownKeys = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.slice(0, maxProblems) : [],
  );
  const isMeantKey = ({ path: [name] }: Issue): boolean =>
    typeof name === 'string' && unknownKeys.some((key) => isMeant(name, key));
  return issues.reduce((sum, issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    return sum + (isOtherForm(issue, value) && !isMeantKey(issue) ? 100 * keys : 1);
  }, 0);
}

/** The issues inside the form of a union that is closest to the value. */
function leaves(issue: Issue, value: unknown): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest = []] = [...issue.errors].sort(
    (a, b) => distanceOf(a, value) - distanceOf(b, value),
  );
  const isCloseForm = closest.some(
    (innerIssue) => !isOtherForm(innerIssue, value) || innerIssue.code === 'unrecognized_keys',
  );
  if (!isCloseForm) return [issue];
  return closest.flatMap((innerIssue) =>
    leaves(
      { ...innerIssue, path: [...issue.path, ...innerIssue.path] } as Issue,
      valueAt(value, pathOf(innerIssue)),
    ),
  );
}

const actions: readonly string[] = stepSchemas.map((schema) => actionOf(schema));

function actionOf(schema: (typeof stepSchemas)[number]): string {
  const { shape } = schema.in as z.ZodObject;
  return Object.keys(shape).at(-1) ?? '';
}

const subjectNames = Object.keys(subjectSchemas);

const choiceProblem = (
  presentNames: readonly string[],
  keys: readonly string[],
  names: readonly string[],
  noun: string,
  suggest: Suggest,
): { readonly message: string; readonly fix: string } | null => {
  if (presentNames.length === 1) return null;
  if (presentNames.length > 1)
    return {
      message: `Several ${noun}s: ${presentNames.join(', ')}.`,
      fix: 'Use a separate list item for each.',
    };
  return {
    message: `Missing ${noun}.`,
    fix: suggest(names, ...keys.slice(0, maxProblems)) ?? `Add one of ${names.join(', ')}.`,
  };
};

/** Steps without exactly one action, and expectations without exactly one subject. */
function choiceProblems(value: unknown, path: Path, file: YamlFile): readonly ScenarioProblem[] {
  const [list, index] = path.slice(-2);
  if (typeof index !== 'number') return [];
  const place = file.placeOf(path);
  const isStep = list === 'when';
  const names = isStep ? actions : subjectNames;
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject && names.includes(String(value)))
    return [
      problemAt(
        place,
        'invalid',
        `"${value}" has no value.`,
        'Add a colon, a space and its value.',
      ),
    ];
  const keys = isObject ? Object.keys(value) : [String(value ?? '')];
  const presentNames = keys.filter((key) => names.includes(key));
  const subjects = presentNames.some((key) => key === 'lookUp' || key === 'probe')
    ? presentNames.filter((key) => key !== 'messages')
    : presentNames;
  const problem = choiceProblem(subjects, keys, names, isStep ? 'action' : 'subject', file.suggest);
  return problem === null ? [] : [problemAt(place, 'invalid', problem.message, problem.fix)];
}

function unknownKey(path: Path, key: string, file: YamlFile, root: JsonSchema): ScenarioProblem {
  const place = file.placeOfKey([...path, key]);
  if (file.hasNoValue([...path, key]))
    return problemAt(
      place,
      'unknown_key',
      `"${key}" has no value.`,
      'Put text with a comma in single quotes.',
    );
  const parentKey = path.findLast((part) => typeof part === 'string');
  return problemAt(
    place,
    'unknown_key',
    `Unknown key "${key}"${parentKey === undefined ? '' : ` in ${parentKey}`}.`,
    suggestion(file.suggest, key, keysAt(path, root), 'Remove it.'),
  );
}

/** The path of the step or expectation that contains the value; null if none does. */
function choicePath(path: Path): Path | null {
  for (let length = path.length; length >= 2; length -= 1) {
    const [list, index] = path.slice(length - 2, length);
    if (typeof index === 'number' && ['when', 'then', 'check'].includes(String(list)))
      return path.slice(0, length);
  }
  return null;
}

function fromLeaf(
  issue: Issue,
  value: unknown,
  file: YamlFile,
  root: JsonSchema,
): readonly ScenarioProblem[] {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxProblems).map((key) => unknownKey(path, key, file, root));
  const name = path.at(-1);
  const isMissing = valueAt(value, path) === undefined && typeof name === 'string';
  if (isMissing)
    return [
      problemAt(
        file.placeOf(path.slice(0, -1)),
        'missing',
        `"${name}" is missing.`,
        schemasAt(path, root)[0]?.description ?? 'Add it.',
      ),
    ];
  const place = file.placeOf(path);
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const actual = valueAt(value, path);
    const choicesFix = values.length > 1 ? `Use one of ${values.join(', ')}.` : `Use ${values[0]}.`;
    const close = typeof actual === 'string' ? closestName(actual, values) : null;
    return [
      problemAt(
        place,
        'invalid',
        `${name ?? 'The value'} can't be ${JSON.stringify(actual)}.`,
        close === null || close === actual ? choicesFix : `Did you mean "${close}"?`,
      ),
    ];
  }
  if (issue.code === 'invalid_union')
    return [
      problemAt(place, 'invalid', `${name ?? 'The value'} is not valid.`, formsText(path, root)),
    ];
  return [problemFromText(place, 'invalid', issue.message)];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** `Use a list or an object with generate, pattern.` */
function formsText(path: Path, root: JsonSchema): string {
  const forms = schemasAt(path, root).flatMap(({ type, properties, enum: values, pattern }) => {
    if (pattern === variablePattern) return [];
    if (properties !== undefined) return [`an object with ${Object.keys(properties).join(', ')}`];
    if (type === 'array') return ['a list'];
    if (values !== undefined) return [values.join(', ')];
    return typeof type === 'string' ? [typeNames[type] ?? type] : [];
  });
  return forms.length === 0
    ? 'See the scenario reference.'
    : `Use ${[...new Set(forms)].join(', or ')}.`;
}

/**
 * The problems of a value that a schema rejected. Values for which `isUnresolved` is true contain a variable
 * without a value, so they are not checked.
 */
export function problemsOfIssues(
  issues: readonly Issue[],
  value: unknown,
  file: YamlFile,
  root: JsonSchema,
  isUnresolved: (path: Path) => boolean,
): readonly ScenarioProblem[] {
  return issues.slice(0, maxProblems).flatMap((issue) => {
    const choice = choicePath(pathOf(issue));
    const wrongChoice = choice === null ? [] : choiceProblems(valueAt(value, choice), choice, file);
    if (wrongChoice.length > 0) return wrongChoice;
    return leaves(issue, valueAt(value, pathOf(issue)))
      .filter((leaf) => !isUnresolved(pathOf(leaf)))
      .flatMap((leaf) => fromLeaf(leaf, value, file, root));
  });
}
