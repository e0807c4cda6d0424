import type { FocusEvent } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import type { CheckedScenario, ScenarioVariable } from '#shared/schemas/scenario/workspace.ts';
import { setVariable, useChoice } from './scenario-drafts.ts';

interface VariablesFormProps {
  readonly file: string;
  readonly checked: CheckedScenario;
  /** Whether to mark required variables without a value. */
  readonly showsMissing: boolean;
}

/** Values of a scenario's variables for the next run; its text stays unchanged. */
export function VariablesForm({ file, checked, showsMissing }: VariablesFormProps) {
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
