/** All CodeMirror code, behind one dynamic import. */

import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintKeymap, previousDiagnostic } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorColors, editorTheme } from './code-editor-theme.ts';

// Suggestions and problems for an editor's text.

export interface EditorProblem {
  /** Offsets in the text. */
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
}

export interface EditorCompletion {
  label: string;
  /** Beside the label: a type. */
  detail?: string | undefined;
  /** One sentence of help. */
  info?: string | undefined;
  /** Inserted instead of the label. */
  insert?: string | undefined;
}

// Highlights YAML: keys, strings, numbers and comments. Validation is separate.

const key =
  /^(?:'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s#,[\]{}:'"&*!|>-][^#,[\]{}:\n]*)(?=:(?:\s|$))/;

const yaml = StreamLanguage.define({
  name: 'yaml',
  languageData: { commentTokens: { line: '#' } },
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(key)) return 'propertyName';
    if (stream.match(/^'(?:[^']|'')*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^(?:true|false|null)(?=[\s,\]}]|$)/)) return 'bool';
    if (stream.match(/^-?\d+(?:\.\d+)?(?=[\s,\]}]|$)/)) return 'number';
    if (stream.match(/^[-:,[\]{}]/)) return 'punctuation';
    if (!stream.match(/^[^\s,[\]{}]+/)) stream.next();
    return null;
  },
});

const svg = 'http://www.w3.org/2000/svg';

/** Lucide's chevrons. */
const paths = { down: 'm6 9 6 6 6-6', right: 'm9 18 6-6-6-6' } as const;

function icon(path: string): SVGSVGElement {
  const drawing = document.createElementNS(svg, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.append(document.createElementNS(svg, 'path'));
  drawing.firstElementChild?.setAttribute('d', path);
  return drawing;
}

/** Folds or unfolds a line. The bundled fonts lack CodeMirror's own marker. */
function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.title = isOpen ? 'Fold line' : 'Unfold line';
  marker.append(icon(isOpen ? paths.down : paths.right));
  return marker;
}

export type { EditorView };

export interface EditorSetup {
  parent: HTMLElement;
  value: string;
  label: string;
  language: 'json' | 'yaml' | 'text';
  readOnly: boolean;
  onChange: (text: string) => void;
  lint: (text: string) => Promise<readonly EditorProblem[]>;
  /** Null without completions: Escape would otherwise first close a pending one. */
  complete: Complete | null;
}

type Complete = (text: string, position: number, wordStart: number) => readonly EditorCompletion[];

/** Problems appear after a word is finished. */
const LINT_DELAY_MS = 300;

/** CodeMirror's default; none with reduced motion. */
const blinkRateMs = (): number =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1_200;

export function createEditor(setup: EditorSetup): EditorView {
  return new EditorView({
    parent: setup.parent,
    state: EditorState.create({
      doc: setup.value,
      extensions: [
        lineNumbers(),
        foldGutter({ markerDOM: foldMarker }),
        history(),
        drawSelection({ cursorBlinkRate: blinkRateMs() }),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(setup.readOnly),
        // Focusable without it, but accessibility checkers need the attribute.
        EditorView.contentAttributes.of({ 'aria-label': setup.label, tabindex: '0' }),
        syntaxHighlighting(editorColors),
        editorTheme,
        setup.language === 'json' ? json() : setup.language === 'yaml' ? yaml : [],
        linter((view) => problemsIn(view, setup), { delay: LINT_DELAY_MS }),
        setup.complete === null ? [] : completionBy(setup.complete),
        // Tab must leave the editor, and Mod+Enter sends.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
          ...historyKeymap,
          ...foldKeymap,
          ...lintKeymap,
          { key: 'Shift-F8', run: previousDiagnostic },
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) setup.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Escape belongs to the editor only while suggestions are shown, and not while they are looked for. */
function hideCompletions(view: EditorView): boolean {
  const isShown = completionStatus(view.state) === 'active';
  return closeCompletion(view) && isShown;
}

async function problemsIn(view: EditorView, setup: EditorSetup) {
  const { doc } = view.state;
  const problems = await setup.lint(doc.toString());
  return problems.map((problem) => ({
    ...problem,
    from: Math.min(problem.from, doc.length),
    to: Math.min(Math.max(problem.from, problem.to), doc.length),
  }));
}

function completionBy(complete: Complete) {
  return [
    autocompletion({
      override: [(context) => completionsAt(context, complete)],
      icons: false,
      defaultKeymap: false,
    }),
    Prec.highest(
      keymap.of([
        ...completionKeymap.filter(({ key }) => key !== 'Escape'),
        { key: 'Escape', run: hideCompletions },
      ]),
    ),
  ];
}

function completionsAt(context: CompletionContext, complete: Complete) {
  const wordStart = context.matchBefore(/"?[\w$.-]*/)?.from ?? context.pos;
  if (wordStart === context.pos && !context.explicit) return null;
  const completions = complete(context.state.doc.toString(), context.pos, wordStart);
  if (completions.length === 0) return null;
  return {
    from: wordStart,
    options: completions.map(({ label, detail, info, insert }) => ({
      label,
      ...(detail === undefined ? {} : { detail }),
      ...(info === undefined ? {} : { info }),
      ...(insert === undefined ? {} : { apply: insert }),
    })),
  };
}
