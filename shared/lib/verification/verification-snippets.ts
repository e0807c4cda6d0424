/** Ready-to-paste code that verifies X-Signature, one snippet per framework. */
import { csharpSnippets } from './csharp.ts';
import { goSnippets } from './go.ts';
import { javaSnippets } from './java.ts';
import { nodeSnippets } from './node.ts';
import { phpSnippets } from './php.ts';
import { pythonSnippets } from './python.ts';
import { rubySnippets } from './ruby.ts';
import { rustSnippets } from './rust.ts';
import type { VerificationSnippet } from './snippet.ts';

/** In display order. */
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
