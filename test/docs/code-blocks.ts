/** Fenced code in Markdown. */

export interface CodeBlock {
  readonly language: string;
  /** What follows the language, such as `configuration` or `no-run`. */
  readonly note: string;
  readonly code: string;
}

export const codeBlocks = (text: string): readonly CodeBlock[] =>
  [...text.matchAll(/^```([a-z]*)(?: (.+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', note = '', code = '']) => ({ language, note, code }),
  );

/** What is left when code is taken out, so that nothing in it counts as a link. */
export const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]+`/g, '');
