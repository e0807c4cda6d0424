import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type {
  EditorCompletion,
  EditorProblem,
  EditorSetup,
  EditorView,
} from './code-editor-setup.ts';
import { cx } from './cx.ts';

export interface CodeEditorHandle {
  focus: () => void;
  /** Moves the caret to the start of a line, from 1, and focuses it. */
  showLine: (line: number) => void;
}

export interface CodeEditorProps {
  value: string;
  onChange: (value: string) => void;
  /** Accessible name. */
  label: string;
  language?: 'json' | 'yaml' | 'text' | undefined;
  /** Called shortly after each change. */
  lint?:
    | ((text: string) => readonly EditorProblem[] | Promise<readonly EditorProblem[]>)
    | undefined;
  /** Called with the text, the caret offset, and the start of the current word. */
  complete?:
    | ((text: string, position: number, wordStart: number) => readonly EditorCompletion[])
    | undefined;
  readOnly?: boolean | undefined;
  /** In a card, which has the border. */
  frameless?: boolean | undefined;
  /** Fills the given height instead of growing. */
  fill?: boolean | undefined;
  ref?: Ref<CodeEditorHandle> | undefined;
}

/**
 * An editor, loaded on first use; a plain text area is shown until then or if loading fails.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, label, readOnly = false, fill, frameless, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const fallback = useRef<HTMLTextAreaElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const [ready, setReady] = useState(false);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    let isDiscarded = false;
    void import('./code-editor-setup.ts')
      .then(({ createEditor }) => {
        if (isDiscarded || !host.current) return;
        const editor = createEditor(setupFor(host.current, () => latest.current));
        const caret = caretIn(fallback.current);
        view.current = editor;
        // Swapped synchronously, so typing never hits a gap.
        flushSync(() => setReady(true));
        if (caret === null) return;
        editor.focus();
        editor.dispatch({ selection: caret, scrollIntoView: true });
      })
      .catch(() => {
        // The plain text area stays.
      });
    return () => {
      isDiscarded = true;
      view.current?.destroy();
      view.current = undefined;
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!ready || !editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, ready]);

  useImperativeHandle(ref, () => ({
    focus: () => (view.current ?? fallback.current)?.focus(),
    showLine(line) {
      const { current } = view;
      if (current !== undefined) {
        const { doc } = current.state;
        const anchor = doc.line(Math.min(line, doc.lines)).from;
        current.dispatch({ selection: { anchor }, scrollIntoView: true });
        current.focus();
        return;
      }
      const start = value.split('\n', line - 1).join('\n').length + (line > 1 ? 1 : 0);
      fallback.current?.setSelectionRange(start, start);
      fallback.current?.focus();
    },
  }));

  return (
    <div
      className={cx(
        'flex min-h-0 flex-col overflow-hidden',
        frameless
          ? 'outline-accent focus-within:outline-2 focus-within:-outline-offset-2'
          : 'control-frame focus-within:outline-offset-0',
        fill ? 'h-full' : 'h-auto max-h-[560px] min-h-24',
      )}
    >
      <div ref={host} className={ready ? 'min-h-0 flex-1 overflow-auto' : 'hidden'} />
      {!ready && (
        <textarea
          ref={fallback}
          aria-label={label}
          value={value}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className="bytes min-h-24 flex-1 resize-none bg-transparent py-2 pl-11 leading-4.75 outline-none focus-visible:outline-none"
        />
      )}
    </div>
  );
}

/** The caret in the text area; null if not focused. */
function caretIn(area: HTMLTextAreaElement | null): { anchor: number; head: number } | null {
  if (area === null || document.activeElement !== area) return null;
  return { anchor: area.selectionStart, head: area.selectionEnd };
}

/** The editor outlives renders, so it reads the latest props. */
function setupFor(parent: HTMLElement, props: () => CodeEditorProps): EditorSetup {
  return {
    parent,
    value: props().value,
    label: props().label,
    language: props().language ?? 'json',
    readOnly: props().readOnly ?? false,
    onChange: (text) => props().onChange(text),
    lint: async (text) => (await props().lint?.(text)) ?? [],
    complete:
      props().complete === undefined
        ? null
        : (text, position, wordStart) => props().complete?.(text, position, wordStart) ?? [],
  };
}
