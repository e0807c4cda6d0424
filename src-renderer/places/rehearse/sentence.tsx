import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import { compactDuration, formatDuration, parseDuration } from '#shared/kit/duration.ts';
import type { CheckedScenario, ScenarioVariable } from '#shared/scenarios/schema/workspace.ts';
import { openScenario, type ShownPart } from './scenario-data.ts';
import { setVariable, useChoice } from './scenario-drafts.ts';
import { builtInOf, whatIfFile } from './what-if.ts';

interface Text {
  readonly key: string;
  readonly text: string;
}
interface Word {
  readonly key: string;
  readonly variable: ScenarioVariable;
}

/** The description with its variables; others follow. */
function partsOf({
  description,
  variables,
}: Pick<CheckedScenario, 'description' | 'variables'>): readonly (Text | Word)[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const mentioned = new Set<string>();
  const parts = (description ?? '')
    .split(/\$\{(\w+)\}/)
    .flatMap((text, index): readonly (Text | Word)[] => {
      const key = `${index} ${text}`;
      const variable = index % 2 === 1 ? byName.get(text) : undefined;
      if (variable === undefined) return text.trim() === '' ? [] : [{ key, text: text.trim() }];
      mentioned.add(text);
      return [{ key, variable }];
    });
  // A description without variables is prose, shown elsewhere.
  const shown = mentioned.size > 0 ? parts : [];
  const others = variables.filter(({ name }) => !mentioned.has(name));
  return [
    ...shown,
    ...others.flatMap((variable) => [
      { key: `name ${variable.name}`, text: variable.name },
      { key: variable.name, variable },
    ]),
  ];
}

interface SentenceProps {
  readonly file: string;
  readonly checked: CheckedScenario;
  /** While it runs. */
  readonly isReadOnly: boolean;
  /** Whether to mark variables without a value. */
  readonly showsMissing: boolean;
}

/** A scenario as a sentence whose words are fields. */
export function Sentence({ file, checked, isReadOnly, showsMissing }: SentenceProps) {
  const parts = partsOf(checked);
  const builtIn = builtInOf(file);
  if (parts.length === 0 && builtIn === undefined)
    return (
      <p className="truncate text-fg-2">
        <span className="bytes">{file}</span> {checked.description}
      </p>
    );
  return (
    <fieldset
      aria-label="Sentence"
      className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-fg-2"
    >
      {parts.map((part) =>
        'text' in part ? (
          <span key={part.key} className={/^[,.;:]/.test(part.text) ? '-ml-1.5' : undefined}>
            {part.text}
          </span>
        ) : (
          <VariableField
            key={part.key}
            file={file}
            variable={part.variable}
            isReadOnly={isReadOnly}
            showsMissing={showsMissing}
          />
        ),
      )}
      <Target file={file} isReadOnly={isReadOnly} />
    </fieldset>
  );
}

const targets = [
  { value: 'mocks', label: 'mock endpoints' },
  { value: 'own', label: 'my server' },
] as const;

/** What a built-in scenario runs against. */
function Target({ file, isReadOnly }: { file: string; isReadOnly: boolean }) {
  const builtIn = builtInOf(file);
  if (builtIn === undefined) return null;
  const { whatIf, isOwn } = builtIn;
  const label = isOwn ? 'my server' : 'mock endpoints';
  const part: ShownPart = {};
  return (
    <>
      <span>against</span>
      {whatIf.ownText === undefined || isReadOnly ? (
        <b className="font-semibold text-fg">{label}</b>
      ) : (
        <Select
          aria-label="Target"
          options={targets}
          value={isOwn ? 'own' : 'mocks'}
          onChange={(target) => openScenario(whatIfFile(whatIf, target === 'own'), part)}
          className="h-6.25! bg-bg-2! font-semibold"
        />
      )}
    </>
  );
}

interface VariableFieldProps {
  readonly file: string;
  readonly variable: ScenarioVariable;
  readonly isReadOnly: boolean;
  readonly showsMissing: boolean;
}

/** `2 h` for `2h`, and anything else as it is. */
const displayed = (value: string): string => {
  const ms = /[a-z]/i.test(value) ? parseDuration(value) : null;
  return ms === null ? value : formatDuration(ms);
};

/** What is typed for a duration, in the form of scenario files. */
const written = (text: string): string => {
  const ms = /^\d/.test(text.trim()) && /[a-z]/i.test(text) ? parseDuration(text) : null;
  return ms === null ? text : compactDuration(ms).replaceAll(' ', '');
};

const minuteMs = 60_000;

/** A step up or down: a minute of a duration, or 1 of a number. */
function stepped(value: string, by: number): string | null {
  const ms = /[a-z]/i.test(value) ? parseDuration(value) : null;
  if (ms !== null)
    return compactDuration(Math.max(minuteMs, ms + by * minuteMs)).replaceAll(' ', '');
  return /^\d+$/.test(value) ? String(Math.max(0, Number(value) + by)) : null;
}

/** The value of a variable for the next run; the text of the file stays unchanged. */
function VariableField({ file, variable, isReadOnly, showsMissing }: VariableFieldProps) {
  const { name, isSecret } = variable;
  const defaultText = variable.default === null ? '' : String(variable.default);
  const value = useChoice(file).set[name] ?? defaultText;
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: string): void =>
    setVariable(file, name, next === defaultText ? null : next, isSecret);
  const isMissing = showsMissing && variable.default === null && value === '';
  if (isReadOnly)
    return (
      <b className="max-w-80 truncate font-semibold text-fg">
        {isSecret ? '••••' : displayed(value)}
      </b>
    );
  if (isSecret)
    return (
      <span className="w-44">
        <SecretField
          noun={name}
          aria-label={name}
          aria-invalid={isMissing}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      </span>
    );
  const commit = (): void => {
    if (typed !== null) change(written(typed));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const next = by === 0 ? null : stepped(written(typed ?? value), by);
    if (next !== null) {
      event.preventDefault();
      setTyped(null);
      change(next);
    } else if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    }
  };
  return (
    <input
      aria-label={name}
      aria-invalid={isMissing}
      title={value === defaultText ? undefined : `In the file: ${defaultText}`}
      value={typed ?? displayed(value)}
      placeholder={name}
      spellCheck={false}
      autoCapitalize="off"
      onFocus={(event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      className={cx(
        'field-sizing-content h-6.25 max-w-80 min-w-8 rounded-control border bg-bg-2 px-2 font-semibold text-fg transition-colors placeholder:font-normal placeholder:text-fg-3 hover:border-fg-3',
        isMissing ? 'border-bad' : 'border-line-2',
      )}
    />
  );
}
