import { CircleAlert, CircleCheck, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { type Ref, useDeferredValue, useMemo } from 'react';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { TypeMark } from '#renderer/ui/badge.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { CodeEditor, type CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import type { EditorProblem } from '#renderer/ui/code-editor-setup.ts';
import { TextField } from '#renderer/ui/text-field.tsx';
import { maxEventNameLength } from '#shared/sending/send.ts';
import type { SendEvent } from '../send-request.ts';
import { addCopy, removeCopy, typeEventName, typeText, useSend } from '../send-store.ts';
import { completeMessage, typeIn } from './complete-message.ts';
import { positionText } from './json-source.ts';
import { lintMessage, lintPayload } from './lint-message.ts';

const noProblems = (): readonly EditorProblem[] => [];

interface EditorPaneProps {
  readonly event: SendEvent;
  readonly text: string;
  readonly ref: Ref<CodeEditorHandle>;
}

export function EditorPane({ event, text, ref }: EditorPaneProps) {
  const eventName = useSend(({ eventNames }) => eventNames[event.name]);
  const isChanged = text !== event.text || eventName !== undefined;
  const isPayload = event.kind === 'payload';
  const type = isPayload ? 'payload' : typeIn(text);
  const lint = !isPayload ? lintMessage : event.isJson ? lintPayload : noProblems;
  return (
    <section
      aria-label={isPayload ? 'Payload' : 'Message'}
      className="flex min-h-40 flex-1 flex-col bg-bg-1 [@media(min-height:720px)]:min-h-64"
    >
      <header className="flex h-9 flex-none items-center gap-2 border-b border-line pr-1.5 pl-4">
        <h2 className="font-semibold">{isPayload ? 'Payload' : 'Message'}</h2>
        {isPayload ? (
          <TextField
            mono
            aria-label="Event name"
            value={eventName ?? event.event}
            placeholder="Event name"
            maxLength={maxEventNameLength}
            onChange={({ target }) => typeEventName(event.name, target.value, event.event)}
            className="h-7 w-full max-w-72"
          />
        ) : (
          type !== undefined && <TypeMark type={type} />
        )}
        <span className="flex-1" />
        {isChanged && (
          <IconButton
            size="small"
            icon={RotateCcw}
            label="Revert changes"
            onClick={() => revert(event, text, eventName)}
          />
        )}
        {event.isCopy && (
          <IconButton
            size="small"
            icon={X}
            label="Remove copy"
            onClick={() => remove(event, text, eventName)}
          />
        )}
      </header>
      <div className="min-h-0 flex-1">
        <CodeEditor
          // Each event has its own undo history.
          key={event.name}
          ref={ref}
          label={isPayload ? 'Payload' : 'Message as JSON'}
          value={text}
          onChange={(next) => typeText(event.name, next, event.text)}
          lint={lint}
          complete={isPayload ? undefined : completeMessage}
          frameless
          fill
        />
      </div>
      <Problems
        text={text}
        type={type}
        isCompact={isPayload && event.isJson && text === event.text}
        lint={lint}
      />
    </section>
  );
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
  readonly type: string | undefined;
  /** A payload that is sent without its line breaks. */
  readonly isCompact: boolean;
  readonly lint: (text: string) => readonly EditorProblem[];
}

function Problems({ text, type, isCompact, lint }: ProblemsProps) {
  const checkedText = useDeferredValue(text);
  const problems = useMemo(() => lint(checkedText), [lint, checkedText]);
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  return (
    <p
      role="status"
      // Fixed height, so that the editor doesn't move while typing.
      className="flex min-h-12.5 flex-none items-start gap-1.5 border-t border-line px-4 py-1.75 text-small"
    >
      {first === undefined ? (
        <>
          <CircleCheck className="icon-small mt-0.5 text-ok" strokeWidth={1.5} aria-hidden="true" />
          <span className="text-fg-2">
            {type !== 'payload'
              ? `Valid ${type} message.`
              : isCompact
                ? 'Sent without line breaks until edited.'
                : 'Sent exactly as typed.'}{' '}
            Use {'{n}'} to number messages. <LearnMore topic="placeholders" />
          </span>
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
