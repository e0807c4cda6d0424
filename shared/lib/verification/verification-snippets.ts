/** Receivers that verify X-Signature, ready to be pasted: one for each framework. */
import { csharpSnippets } from './csharp.ts';
import { goSnippets } from './go.ts';
import { javaSnippets } from './java.ts';
import { nodeSnippets } from './node.ts';
import { phpSnippets } from './php.ts';
import { pythonSnippets } from './python.ts';
import { rubySnippets } from './ruby.ts';
import { rustSnippets } from './rust.ts';
import type { VerificationSnippet } from './snippet.ts';

/** In the order in which they are offered. */
export const verificationSnippets: readonly VerificationSnippet[] = [
  ...nodeSnippets,
  ...pythonSnippets,
  ...goSnippets,
  ...rubySnippets,
  ...phpSnippets,
  ...javaSnippets,
  ...csharpSnippets,
  ...rustSnippets,
];
