/** Fenced code in Markdown. */

export interface CodeBlock {
  readonly language: string;
  /** Words after the language, such as `configuration` or `no-run`. */
  readonly note: string;
  readonly code: string;
}

export const codeBlocks = (text: string): readonly CodeBlock[] =>
  [...text.matchAll(/^```([a-z]*)(?: (.+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', note = '', code = '']) => ({ language, note, code }),
  );

/** The text without code, so that links in code are ignored. */
export const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]+`/g, '');
