import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { cx } from './cx.ts';
import { ScrollRegion } from './scroll-region.tsx';

interface CodeViewProps {
  text: string;
  language?: 'json' | 'text' | undefined;
  /** Its name, read aloud: "Request body". */
  label: string;
  /** Break long lines at the edge instead of scrolling sideways. */
  wrap?: boolean | undefined;
  /** Fill the height given instead of growing with the text (up to 480 px). */
  fill?: boolean | undefined;
}

/** Up to here every line is in the page, so that the browser's own find and select work. */
const DRAW_ALL_LINES = 300;
/** Beyond this, colour costs more than it tells. */
const COLOUR_UP_TO_CHARACTERS = 500_000;
const LINE_PX = 19;

/** Text to read, with line numbers. Only what is visible is drawn when the text is long. */
export function CodeView({ text, language = 'text', label, wrap = true, fill }: CodeViewProps) {
  const lines = useMemo(() => drawnLines(text), [text]);
  const coloured = language === 'json' && text.length <= COLOUR_UP_TO_CHARACTERS;
  const digits = String(lines.at(-1)?.number ?? lines.length).length;
  const gutter = `calc(${Math.max(3, digits)}ch + 20px)`;
  const scroller = useRef<HTMLElement>(null);
  const long = lines.length > DRAW_ALL_LINES;
  const virtualizer = useVirtualizer({
    count: long ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 30,
  });
  return (
    <ScrollRegion
      ref={scroller}
      label={label}
      className={cx(
        'bytes overflow-auto py-2 leading-[19px] outline-offset-[-2px]',
        fill ? 'h-full' : 'max-h-[480px]',
      )}
    >
      {long ? (
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute inset-x-0"
              style={{ top: item.start }}
            >
              <Line line={lines[item.index]} coloured={coloured} wrap={wrap} gutter={gutter} />
            </div>
          ))}
        </div>
      ) : (
        numbered(lines).map(({ line, id }) => (
          <Line key={id} line={line} coloured={coloured} wrap={wrap} gutter={gutter} />
        ))
      )}
    </ScrollRegion>
  );
}

function numbered(lines: readonly DrawnLine[]) {
  return lines.map((line, index) => ({ line, id: index }));
}

function Line({
  line,
  coloured,
  wrap,
  gutter,
}: {
  line: DrawnLine | undefined;
  coloured: boolean;
  wrap: boolean;
  gutter: string;
}) {
  if (!line) return null;
  return (
    <div className="flex">
      <span
        aria-hidden="true"
        data-line={line.number}
        style={{ width: gutter }}
        className="flex-none pr-3 text-right text-fg-3 select-none before:content-[attr(data-line)]"
      />
      <span
        className={cx(
          'min-w-0 flex-1 pr-3',
          wrap ? 'break-words whitespace-pre-wrap [overflow-wrap:anywhere]' : 'whitespace-pre',
        )}
      >
        {coloured
          ? jsonTokens(line.text).map((token) => (
              <span key={token.start} className={jsonTokenColours[token.kind]}>
                {token.text}
              </span>
            ))
          : line.text}
        {'\n'}
      </span>
    </div>
  );
}

/** A line as drawn. A very long line of the text is drawn as several, the first one numbered. */
interface DrawnLine {
  /** Absent on the continuation of a long line. */
  number: number | undefined;
  text: string;
}

/** Browsers lay out a line of this length in well under a millisecond; of a megabyte, in seconds. */
const LONGEST_DRAWN = 2000;

export function drawnLines(text: string): DrawnLine[] {
  return text.split('\n').flatMap((line, index) => pieces(line, index + 1));
}

function pieces(line: string, number: number): DrawnLine[] {
  if (line.length <= LONGEST_DRAWN) return [{ number, text: line }];
  const count = Math.ceil(line.length / LONGEST_DRAWN);
  return Array.from({ length: count }, (_, piece) => ({
    number: piece === 0 ? number : undefined,
    text: line.slice(piece * LONGEST_DRAWN, (piece + 1) * LONGEST_DRAWN),
  }));
}

/** Splits one line of JSON into coloured runs, without judging whether it is valid. */

type JsonTokenKind = 'key' | 'string' | 'number' | 'literal' | 'plain';

interface JsonToken {
  kind: JsonTokenKind;
  text: string;
  /** Where it begins in the line. */
  start: number;
}

const pattern =
  /("(?:[^"\\]|\\.)*"?)(?=(\s*:)?)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

export const jsonTokenColours: Record<JsonTokenKind, string> = {
  key: 'text-accent',
  string: 'text-ok',
  number: 'text-wait',
  literal: 'text-ref',
  plain: 'text-fg',
};

export function jsonTokens(line: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) {
      tokens.push({ kind: 'plain', text: line.slice(end, match.index), start: end });
    }
    tokens.push({ kind: kindOf(match), text: match[0], start: match.index });
    end = match.index + match[0].length;
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end), start: end });
  return tokens;
}

function kindOf(match: RegExpMatchArray): JsonTokenKind {
  if (match[1] !== undefined) return match[2] === undefined ? 'string' : 'key';
  return match[3] === undefined ? 'literal' : 'number';
}
