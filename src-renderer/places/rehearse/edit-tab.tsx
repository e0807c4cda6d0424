import { CircleAlert, CircleCheck } from 'lucide-react';
import type { FocusEvent, Ref } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { CodeEditor, type CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import type {
  CheckedScenario,
  ScenarioProblemItem,
  ScenarioVariable,
} from '#shared/scenarios/schema/workspace.ts';
import { completeScenario } from './complete-scenario.ts';
import { valuesFor } from './scenario-actions.ts';
import { checkText } from './scenario-data.ts';
import { dropDraft, setVariable, typeScenario, useChoice } from './scenario-drafts.ts';

interface VariablesFormProps {
  readonly file: string;
  readonly checked: CheckedScenario;
  /** Whether to mark required variables without a value. */
  readonly showsMissing: boolean;
}

/** Values of a scenario's variables for the next run; its text stays unchanged. */
function VariablesForm({ file, checked, showsMissing }: VariablesFormProps) {
  if (checked.variables.length === 0) return null;
  return (
    <div className="flex-none border-b border-line bg-bg-0 p-3">
      <Card title="Variables" meta="used by the next run">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-x-4">
          {checked.variables.map((variable) => (
            <VariableField
              key={variable.name}
              file={file}
              variable={variable}
              showsMissing={showsMissing}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}

interface VariableFieldProps {
  readonly file: string;
  readonly variable: ScenarioVariable;
  readonly showsMissing: boolean;
}

function VariableField({ file, variable, showsMissing }: VariableFieldProps) {
  const { name, isSecret } = variable;
  const defaultText = variable.default === null ? '' : String(variable.default);
  const value = useChoice(file).set[name] ?? defaultText;
  const change = (next: string): void =>
    setVariable(file, name, next === defaultText ? null : next, isSecret);
  /** So that typing or pasting replaces it. */
  const selectDefault = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    if (value === defaultText) currentTarget.select();
  };
  const isMissing = showsMissing && variable.default === null && value === '';
  return (
    <Field
      label={name}
      error={isMissing ? 'Enter a value' : undefined}
      hint={
        isSecret
          ? 'Not stored: enter it again after reloading'
          : value === defaultText
            ? undefined
            : `In the file: ${defaultText === '' ? 'none' : defaultText}`
      }
    >
      {isSecret ? (
        <SecretField
          noun={name}
          value={value}
          onFocus={selectDefault}
          onChange={({ target }) => change(target.value)}
        />
      ) : (
        <TextField
          mono
          value={value}
          onFocus={selectDefault}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}

interface EditTabProps {
  readonly file: string;
  readonly text: string;
  readonly stored: { readonly text: string; readonly version: string };
  readonly checked: CheckedScenario | undefined;
  readonly showsMissing: boolean;
  readonly ref: Ref<CodeEditorHandle>;
}

export function EditTab({ file, text, stored, checked, showsMissing, ref }: EditTabProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      {checked !== undefined && (
        <VariablesForm file={file} checked={checked} showsMissing={showsMissing} />
      )}
      <div className="min-h-0 flex-1 bg-bg-1">
        <CodeEditor
          // Each file has its own undo history.
          key={file}
          ref={ref}
          label="Scenario as YAML"
          language="yaml"
          value={text}
          onChange={(next) =>
            next === stored.text ? dropDraft(file) : typeScenario(file, next, stored.version)
          }
          lint={async (next) => problemsOf(next, await check(file, next, checked))}
          complete={completeScenario}
          frameless
          fill
        />
      </div>
      <Problems problems={checked?.problems ?? []} />
    </div>
  );
}

async function check(file: string, text: string, before: CheckedScenario | undefined) {
  const values = before === undefined ? {} : valuesFor(before, file);
  // Checked again on the next change or reconnect.
  const checked = await checkText(file, text, values).catch(() => null);
  return checked?.problems ?? [];
}

/** Problems as editor ranges, each up to the end of its word. */
export function problemsOf(
  text: string,
  problems: readonly ScenarioProblemItem[],
): readonly EditorProblem[] {
  const lines = text.split('\n');
  return problems.map(({ line, column, message, fix }) => {
    const before = lines
      .slice(0, line - 1)
      .reduce((sum, previousLine) => sum + previousLine.length + 1, 0);
    const rest = (lines[line - 1] ?? '').slice(column - 1);
    const word = /^(?:'[^']*'|"[^"]*"|[^\s,[\]{}]+)/.exec(rest)?.[0] ?? rest.slice(0, 1);
    const from = Math.min(text.length, before + column - 1);
    return {
      from,
      to: Math.min(text.length, from + Math.max(1, word.length)),
      severity: 'error',
      message: fix === '' ? message : `${message} ${fix}`,
    };
  });
}

function Problems({ problems }: { problems: readonly ScenarioProblemItem[] }) {
  const [first] = problems;
  return (
    <p
      role="status"
      className="flex min-h-8.5 flex-none items-start gap-1.5 border-t border-line bg-bg-1 px-4 py-1.75 text-small"
    >
      {first === undefined ? (
        <>
          <CircleCheck className="icon-small mt-0.5 text-ok" strokeWidth={1.5} aria-hidden="true" />
          <span className="text-fg-2">No problems</span>
        </>
      ) : (
        <>
          <CircleAlert
            className="icon-small mt-0.5 text-bad"
            strokeWidth={1.5}
            aria-hidden="true"
          />
          <span className="min-w-0">
            <span className="text-fg-2">
              Line {first.line}, column {first.column}:
            </span>{' '}
            {first.message} {first.fix}
            {problems.length > 1 && (
              <span className="text-fg-2"> and {problems.length - 1} more (F8)</span>
            )}
          </span>
        </>
      )}
    </p>
  );
}
