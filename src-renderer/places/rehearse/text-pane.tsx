import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CodeEditor, type CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import type { CheckedScenario, ScenarioProblemItem } from '#shared/scenarios/schema/workspace.ts';
import { completeScenario } from './complete-scenario.ts';
import { valuesFor } from './scenario-actions.ts';
import { checkText } from './scenario-data.ts';
import { dropDraft, typeScenario } from './scenario-drafts.ts';

interface TextPaneProps {
  readonly file: string;
  readonly text: string;
  readonly stored: { readonly text: string; readonly version: string };
  readonly checked: CheckedScenario | undefined;
  /** To show, such as that of a failed check. */
  readonly line: number | null;
}

/** The text of a scenario in an editor. */
export function TextPane({ file, text, stored, checked, line }: TextPaneProps) {
  const editor = useRef<CodeEditorHandle>(null);
  useEffect(() => {
    if (line !== null) editor.current?.showLine(line);
  }, [line]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 bg-bg-1">
        <CodeEditor
          // Each file has its own undo history.
          key={file}
          ref={editor}
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
