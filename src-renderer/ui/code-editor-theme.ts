import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor theme as CSS variables, so both themes share it. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--fg)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, monospace)',
    fontSize: '12px',
    lineHeight: '19px',
    letterSpacing: '-0.02em',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--fg)' },
  '.cm-cursor': { borderLeftColor: 'var(--fg)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--fg-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '30px', padding: '0 4px 0 8px' },
  '.cm-foldGutter span': { display: 'flex', alignItems: 'center', height: '19px' },
  '.cm-foldGutter svg': {
    width: '11px',
    height: '11px',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '2',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  // The active line only matters while editing.
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in oklch, var(--bg-3) 55%, transparent)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'color-mix(in oklch, var(--accent) 28%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-bg)',
    outline: '1px solid var(--accent)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--bg-3)',
    border: 'none',
    color: 'var(--fg-3)',
    padding: '0 4px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--bg-1)',
    border: '1px solid var(--line-2)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow-float)',
    color: 'var(--fg)',
    overflow: 'hidden',
  },
  // The completion's help is outside the list's frame.
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip.cm-completionInfo': {
    maxWidth: '260px',
    padding: '6px 10px',
    fontFamily: 'var(--font-sans, sans-serif)',
    fontSize: '12px',
    lineHeight: '17px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '220px',
    fontFamily: 'var(--font-mono, monospace)',
    fontSize: '12px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px', borderRadius: '4px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-bg) !important',
    color: 'var(--accent) !important',
  },
  '.cm-completionDetail': { color: 'var(--fg-3)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font-sans, sans-serif)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
  // CodeMirror's squiggles are data: images, which the security policy blocks.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
});

export const editorColors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-key)' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.comment, color: 'var(--fg-3)', fontStyle: 'italic' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-literal)' },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: 'var(--fg-2)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);
