/** Receivers that verify X-Signature, ready to be pasted: one for each framework. */
import { nodeSnippets } from './node.ts';
import { otherSnippets } from './other-languages.ts';
import { pythonSnippets } from './python.ts';
import type { VerificationSnippet } from './snippet.ts';

export const verificationSnippets: readonly VerificationSnippet[] = [
  ...nodeSnippets,
  ...pythonSnippets,
  ...otherSnippets,
];
