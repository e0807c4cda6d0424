import { Braces, CircleAlert, CircleCheck, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { CodeEditor } from '#renderer/ui/code-editor.tsx';
import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { counted } from '#shared/kit/format.ts';
import { prettyJson, type SendEvent } from '../send-request.ts';
import { addCopy, removeCopy, typeEventName, typeText, useSend } from '../send-store.ts';
import { completeMessage, typeIn } from './complete-message.ts';
import { positionText } from './json-source.ts';
import { lintMessage, lintPayload } from './lint-message.ts';

const noProblems = (): readonly EditorProblem[] => [];

interface EditorPaneProps {
  readonly event: SendEvent;
  readonly text: string;
}

/** The message or payload, with what is wrong with it. */
export function EditorPane({ event, text }: EditorPaneProps) {
  const eventName = useSend(({ eventNames }) => eventNames[event.name]);
  const isChanged = text !== event.text || eventName !== undefined;
  const isPayload = event.kind === 'payload';
  const type = isPayload ? 'payload' : typeIn(text);
  const lint = !isPayload ? lintMessage : event.isJson ? lintPayload : noProblems;
  const formatted = isPayload && !event.isJson ? undefined : formattedJson(text);
  const actions = useActions('Send', [
    {
      id: 'send.format',
      title: 'Format JSON',
      icon: Braces,
      problem:
        formatted === undefined ? 'Not JSON' : formatted === text ? 'Already formatted' : undefined,
      run: () => typeText(event.name, formatted ?? text, event.text),
    },
    {
      id: 'send.revert',
      title: 'Revert changes',
      icon: RotateCcw,
      isShown: isChanged,
      run: () => revert(event, text, eventName),
    },
    {
      id: 'send.remove',
      title: event.origin === 'saved' ? 'Remove saved sample' : 'Remove copy',
      icon: X,
      isShown: event.origin !== 'sample',
      run: () => remove(event, text, eventName),
    },
  ]);
  return (
    <EditorFrame
      label={isPayload ? 'Payload' : 'Message'}
      editorLabel={isPayload ? 'Payload' : 'Message as JSON'}
      // Each event has its own undo history.
      editorKey={event.name}
      text={text}
      onType={(next) => typeText(event.name, next, event.text)}
      lint={lint}
      complete={isPayload ? undefined : completeMessage}
      valid={
        <>
          {event.kind === 'message'
            ? `Valid ${type} message, ${bytesOf(text)}.`
            : event.isJson && text === event.text && text.includes('\n')
              ? 'Sent without line breaks until edited.'
              : `Sent exactly as typed, ${bytesOf(text)}.`}{' '}
          <LearnMore topic="placeholders">
            <code className="bytes">{'{n}'}</code> numbers each event
          </LearnMore>
        </>
      }
      actions={actions
        .filter(({ isShown }) => isShown)
        .map(({ id, icon = Braces, label, problem, run }) => (
          <IconButton
            key={id}
            size="small"
            icon={icon}
            label={label}
            disabledReason={problem}
            onClick={run}
          />
        ))}
    />
  );
}

interface EditorFrameProps {
  readonly label: string;
  readonly editorLabel: string;
  readonly editorKey: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly lint: (text: string) => readonly EditorProblem[];
  readonly complete?: ComponentProps<typeof CodeEditor>['complete'];
  readonly language?: 'json' | 'text';
  /** Said if there is no problem. */
  readonly valid: ReactNode;
  readonly actions: ReactNode;
}

/** An editor over one line that says whether its text is valid. */
export function EditorFrame(props: EditorFrameProps) {
  const { label, editorLabel, editorKey, text, onType, lint, complete, language } = props;
  return (
    <section
      aria-label={label}
      className="flex min-h-44 flex-1 flex-col max-md:h-72 max-md:flex-none overflow-hidden rounded-card border border-line-2 bg-bg-1"
    >
      <div className="min-h-0 flex-1">
        <CodeEditor
          key={editorKey}
          label={editorLabel}
          language={language}
          value={text}
          onChange={onType}
          lint={lint}
          complete={complete}
          frameless
          fill
        />
      </div>
      <footer className="flex min-h-10.5 flex-none items-center gap-1 border-t border-line bg-bg-2 pr-1.5 pl-2.5">
        <Problems text={text} lint={lint} valid={props.valid} />
        {props.actions}
      </footer>
    </section>
  );
}

const bytesOf = (text: string): string => counted(new TextEncoder().encode(text).length, 'byte');

function formattedJson(text: string): string | undefined {
  try {
    return prettyJson(parseExact(text));
  } catch {
    return undefined;
  }
}

/** Undefined: the name was not edited. */
function restoreEventName(event: SendEvent, typedName: string | undefined): void {
  if (event.kind === 'payload') typeEventName(event.name, typedName ?? event.event, event.event);
}

function revert(event: SendEvent, typed: string, typedName: string | undefined): void {
  typeText(event.name, event.text, event.text);
  restoreEventName(event, undefined);
  showDone({
    title: `Reverted "${event.title}"`,
    undo: {
      run: () => {
        typeText(event.name, typed, event.text);
        restoreEventName(event, typedName);
      },
    },
  });
}

function remove(event: SendEvent, typed: string, typedName: string | undefined): void {
  removeCopy(event);
  showDone({
    title: `Removed "${event.title}"`,
    undo: {
      run: () => {
        addCopy(event);
        typeText(event.name, typed, event.text);
        restoreEventName(event, typedName);
      },
    },
  });
}

interface ProblemsProps {
  readonly text: string;
  readonly lint: (text: string) => readonly EditorProblem[];
  readonly valid: ReactNode;
}

function Problems({ text, lint, valid }: ProblemsProps) {
  const checkedText = useDeferredValue(text);
  const problems = useMemo(() => lint(checkedText), [lint, checkedText]);
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return (
    <p role="status" className="flex min-w-0 flex-1 items-start gap-1.5 py-1 text-small">
      {first === undefined ? (
        <>
          <CircleCheck className="icon-small mt-0.5 text-ok" strokeWidth={1.5} aria-hidden="true" />
          <span className="min-w-0 text-fg-2">{valid}</span>
        </>
      ) : (
        <Problem text={checkedText} problem={first} others={problems.length - 1} />
      )}
    </p>
  );
}

interface ProblemProps {
  readonly text: string;
  readonly problem: EditorProblem;
  readonly others: number;
}

function Problem({ text, problem: { severity, from, message }, others }: ProblemProps) {
  const Icon = severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <>
      <Icon
        className={
          severity === 'error' ? 'icon-small mt-0.5 text-bad' : 'icon-small mt-0.5 text-warn'
        }
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <span className="min-w-0">
        {message} <span className="text-fg-2">({positionText(text, from)})</span>
        {others > 0 && <span className="text-fg-2"> and {others} more</span>}
      </span>
    </>
  );
}
