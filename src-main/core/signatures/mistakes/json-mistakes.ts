/**
 * The body parsed and written again: one entry for each habit of a JSON library. For some bodies
 * several give the same bytes; what stands first is named, the others are told beside it.
 */

import { dotnetMistakes } from './json/dotnet.ts';
import { goMistakes } from './json/go.ts';
import { javaMistakes } from './json/java.ts';
import { javascriptMistakes, otherMistakes } from './json/javascript.ts';
import { numberPrecision } from './json/number-precision.ts';
import { phpMistakes } from './json/php.ts';
import { pythonLibraryMistakes, pythonMistakes } from './json/python.ts';
import { rubyMistakes } from './json/ruby.ts';
import { rustMistakes } from './json/rust.ts';
import type { BodyMistake } from './mistake.ts';

export const jsonMistakes: readonly BodyMistake[] = [
  numberPrecision,
  ...javascriptMistakes,
  ...pythonMistakes,
  ...goMistakes,
  ...phpMistakes,
  ...rubyMistakes,
  ...javaMistakes,
  ...dotnetMistakes,
  ...rustMistakes,
  ...otherMistakes,
  ...pythonLibraryMistakes,
];
