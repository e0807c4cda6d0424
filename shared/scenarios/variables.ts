/** Resolves variables and inserts their values. */

import { exactNumber, isJsonNumber, isNumberText } from '#shared/kit/exact-json.ts';
import { ownValue } from '#shared/kit/objects.ts';
import { environmentNameOf } from './command.ts';
import { problemAt, type ScenarioProblem, suggestion } from './problem.ts';
import type { Variable } from './schema/file.ts';
import type { VariableValue } from './schema/values.ts';
import type { Path, YamlFile } from './yaml-file.ts';

export interface VariableSources {
  /** From `--set`; has priority over the others. */
  readonly set: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables of the case. */
  readonly ofCase: Readonly<Record<string, VariableValue>>;
}

export interface Resolved {
  readonly values: Readonly<Record<string, VariableValue>>;
  /** With their environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Secret variables with a value that the file does not have. */
  readonly enteredSecrets: readonly string[];
  /** Declared variables without a value, with the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

export const isDetailed = (variable: Variable): variable is Exclude<Variable, VariableValue> =>
  typeof variable === 'object' && !isJsonNumber(variable);

/** Converts text to the type of the example: `--set rate=600` is a number if the file declares one. */
function convert(text: string, example: VariableValue | undefined): VariableValue {
  if (isJsonNumber(example) && isNumberText(text.trim())) return exactNumber(text.trim());
  if (typeof example === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

export function resolveVariables(
  declared: Readonly<Record<string, Variable>>,
  { set, environment, ofCase }: VariableSources,
): Resolved {
  const values: Record<string, VariableValue> = {};
  const missing: Record<string, string> = {};
  for (const name of new Set([...Object.keys(declared), ...Object.keys(ofCase)])) {
    const variable = ownValue(declared, name);
    const detailed = variable !== undefined && isDetailed(variable) ? variable : undefined;
    const declaredValue =
      detailed === undefined ? (variable as VariableValue | undefined) : detailed.default;
    const caseValue = ownValue(ofCase, name);
    const setValue = ownValue(set, name);
    const example = caseValue ?? declaredValue;
    // An empty value counts as unset: CI systems set missing secrets to an empty string, and printed
    // commands take secrets from the environment.
    const fromSet = detailed?.secret === true ? setValue || undefined : setValue;
    const fromEnvironment = environment[detailed?.env ?? ''] || undefined;
    const value =
      fromSet !== undefined
        ? convert(fromSet, example)
        : (caseValue ??
          (fromEnvironment === undefined ? declaredValue : convert(fromEnvironment, example)));
    if (value !== undefined) values[name] = value;
    else
      missing[name] =
        detailed?.env === undefined
          ? `Variable ${name} has no value.`
          : `Variable ${name} has no value: ${detailed.env} is not set.`;
  }
  const secrets = Object.fromEntries(
    Object.entries(declared).flatMap(([name, variable]) =>
      isDetailed(variable) && variable.secret
        ? [[name, environmentNameOf(name, variable.env)]]
        : [],
    ),
  );
  const enteredSecrets = Object.keys(secrets).filter((name) => {
    const variable = declared[name];
    const declaredValue =
      variable !== undefined && isDetailed(variable) ? variable.default : undefined;
    return values[name] !== undefined && values[name] !== (ownValue(ofCase, name) ?? declaredValue);
  });
  return { values, secrets, enteredSecrets, missing };
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

interface InsertTools extends Pick<YamlFile, 'placeOf' | 'suggest' | 'count'> {
  readonly report: (problem: ScenarioProblem) => void;
  /** Called for a value with an unset variable, which can't be checked. */
  readonly onMissing: (path: Path) => void;
  /** Whether variables without a value are accepted. */
  readonly isCheck: boolean;
}

/** Not recursive: a reference within an inserted value is left unchanged. */
export function createInsert(
  { values, missing }: Pick<Resolved, 'values' | 'missing'>,
  { placeOf, suggest, count, report, onMissing, isCheck }: InsertTools,
) {
  const lookUp = (name: string, path: Path): VariableValue | undefined => {
    const value = ownValue(values, name);
    if (value !== undefined) {
      count(String(value), path);
      return value;
    }
    onMissing(path);
    const reason = Object.hasOwn(missing, name) ? missing[name] : undefined;
    if (reason === undefined)
      report(
        problemAt(
          placeOf(path),
          'variable',
          `Unknown variable ${name}.`,
          suggestion(suggest, name, Object.keys(values), 'Add it to variables.'),
        ),
      );
    else if (!isCheck)
      report(problemAt(placeOf(path), 'variable', reason, `Set it, or pass --set ${name}=VALUE.`));
    return undefined;
  };
  return (text: string, path: Path): unknown => {
    const [, onlyName] = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text) ?? [];
    if (onlyName !== undefined) return lookUp(onlyName, path) ?? text;
    return text.replaceAll(reference, (match, name: string) => String(lookUp(name, path) ?? match));
  };
}
