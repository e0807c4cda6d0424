/** Variables: where their values come from, and how they are inserted. */
import type { Variable } from '../schemas/scenario/file.ts';
import type { Place } from '../schemas/scenario/report.ts';
import type { VariableValue } from '../schemas/scenario/values.ts';
import { problemAt, type ScenarioProblem, suggestion } from './problem.ts';
import type { Path } from './yaml-file.ts';

export interface VariableSources {
  /** From `--set`; these win. */
  readonly set: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the case. */
  readonly ofCase: Readonly<Record<string, VariableValue>>;
}

export interface Resolved {
  readonly values: Readonly<Record<string, VariableValue>>;
  readonly secrets: readonly string[];
  /** Declared, but without a value: the reason. */
  readonly missing: Readonly<Record<string, string>>;
}

const isDetailed = (variable: Variable): variable is Exclude<Variable, VariableValue> =>
  typeof variable === 'object';

/** Text takes the type of the declared value: `--set rate=600` is a number if the file has one. */
function typed(text: string, like: VariableValue | undefined): VariableValue {
  if (typeof like === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (typeof like === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

export function resolveVariables(
  declared: Readonly<Record<string, Variable>>,
  { set, environment, ofCase }: VariableSources,
): Resolved {
  const values: Record<string, VariableValue> = {};
  const missing: Record<string, string> = {};
  for (const name of new Set([...Object.keys(declared), ...Object.keys(ofCase)])) {
    const variable = declared[name];
    const detailed = variable !== undefined && isDetailed(variable) ? variable : undefined;
    const own = detailed === undefined ? (variable as VariableValue | undefined) : detailed.default;
    const like = ofCase[name] ?? own;
    const fromSet = set[name];
    // An empty one counts as unset: CI systems set missing secrets to nothing.
    const fromEnvironment = environment[detailed?.env ?? ''] || undefined;
    const value =
      fromSet !== undefined
        ? typed(fromSet, like)
        : (ofCase[name] ?? (fromEnvironment === undefined ? own : typed(fromEnvironment, like)));
    if (value !== undefined) values[name] = value;
    else
      missing[name] =
        detailed?.env === undefined
          ? `Variable ${name} has no value.`
          : `Variable ${name} has no value: ${detailed.env} is not set.`;
  }
  const secrets = Object.entries(declared).flatMap(([name, variable]) =>
    isDetailed(variable) && variable.secret ? [name] : [],
  );
  return { values, secrets, missing };
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

interface InsertTools {
  readonly placeOf: (path: Path) => Place;
  readonly report: (problem: ScenarioProblem) => void;
  /** Nothing can be said about the value there. */
  readonly onMissing: (path: Path) => void;
  /** A check needs no values from the environment, unlike a run. */
  readonly isCheck: boolean;
}

/** Inserts values once, so a value that contains a reference stays as it is. */
export function createInsert(
  { values, missing }: Pick<Resolved, 'values' | 'missing'>,
  { placeOf, report, onMissing, isCheck }: InsertTools,
) {
  const found = (name: string, path: Path): VariableValue | undefined => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    onMissing(path);
    const reason = Object.hasOwn(missing, name) ? missing[name] : undefined;
    if (reason === undefined)
      report(
        problemAt(
          placeOf(path),
          'variable',
          `Unknown variable ${name}.`,
          suggestion(name, Object.keys(values), 'Add it to variables.'),
        ),
      );
    else if (!isCheck)
      report(problemAt(placeOf(path), 'variable', reason, `Set it, or pass --set ${name}=VALUE.`));
    return undefined;
  };
  return (text: string, path: Path): unknown => {
    const [, only] = /^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(text) ?? [];
    if (only !== undefined) return found(only, path) ?? text;
    return text.replaceAll(reference, (whole, name: string) => String(found(name, path) ?? whole));
  };
}
