/** The part of CodeMirror that compares, behind one dynamic import. */
import { json } from '@codemirror/lang-json';
import { syntaxHighlighting } from '@codemirror/language';
import { getChunks, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { editorColors, editorTheme } from './code-editor-theme.ts';

export interface TextDiffSetup {
  readonly parent: HTMLElement;
  readonly before: string;
  readonly after: string;
  readonly label: string;
  readonly isJson: boolean;
}

/** Longer comparisons become less precise. */
const maxDiffMs = 100;

const colors = EditorView.theme({
  '&': { height: 'auto', maxHeight: '320px' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-bg)', paddingLeft: '6px' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--ok-bg)' },
  '.cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in oklch, var(--bad) 22%, transparent)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'color-mix(in oklch, var(--ok) 22%, transparent)',
  },
  // Colors of code have too little contrast on these.
  '.cm-changedText, .cm-changedText *': { color: 'var(--fg)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok)' },
  '.cm-deletedLineGutter': { background: 'var(--bad)' },
  '.cm-collapsedLines': {
    background: 'var(--bg-2)',
    color: 'var(--fg-2)',
    fontFamily: 'var(--font-sans, sans-serif)',
    padding: '2px 12px',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: 'none' },
});

/** The second text with what the first has instead; the first difference is in view. */
export function createTextDiff({
  parent,
  before,
  after,
  label,
  isJson,
}: TextDiffSetup): EditorView {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          'aria-label': label,
          role: 'textbox',
          'aria-readonly': 'true',
          tabindex: '0',
        }),
        isJson ? json() : [],
        syntaxHighlighting(editorColors),
        editorTheme,
        colors,
        unifiedMergeView({
          original: before,
          mergeControls: false,
          syntaxHighlightDeletions: false,
          collapseUnchanged: { margin: 2, minSize: 4 },
          diffConfig: { scanLimit: 2_000, timeout: maxDiffMs },
        }),
      ],
    }),
  });
  const first = getChunks(view.state)?.chunks[0];
  if (first !== undefined)
    view.dispatch({
      effects: EditorView.scrollIntoView(Math.min(first.fromB, view.state.doc.length), {
        y: 'center',
      }),
    });
  return view;
}
