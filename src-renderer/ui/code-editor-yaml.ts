/** Highlights YAML: keys, strings, numbers and comments. Validation is separate. */
import { StreamLanguage } from '@codemirror/language';

const key =
  /^(?:'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"|[^\s#,[\]{}:'"&*!|>-][^#,[\]{}:\n]*)(?=:(?:\s|$))/;

export const yaml = StreamLanguage.define({
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
