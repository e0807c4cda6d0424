import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { type CodeLanguage, codeTokens, tokenColors } from './code-tokens.ts';
import { ScrollRegion } from './scroll-region.tsx';

interface CodeViewProps {
  text: string;
  language?: CodeLanguage | undefined;
  /** Accessible name, such as "Request body". */
  label: string;
}

/** Up to this size every line is in the DOM, so the browser's find and select work. */
const DRAW_ALL_LINES = 300;
/** Beyond this size, highlighting is too slow. */
const COLOR_UP_TO_CHARACTERS = 500_000;
const LINE_PX = 19;

/** Read-only text with line numbers; long text draws only visible lines. */
export function CodeView({ text, language = 'text', label }: CodeViewProps) {
  const lines = useMemo(() => drawnLines(text), [text]);
  const colored = text.length <= COLOR_UP_TO_CHARACTERS ? language : 'text';
  const digits = String(lines.at(-1)?.number ?? lines.length).length;
  const gutter = `calc(${Math.max(3, digits)}ch + 20px)`;
  const scroller = useRef<HTMLElement>(null);
  const isLong = lines.length > DRAW_ALL_LINES;
  const virtualizer = useVirtualizer({
    count: isLong ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 30,
  });
  return (
    <ScrollRegion
      ref={scroller}
      label={label}
      className="bytes overflow-auto py-2 leading-4.75 -outline-offset-2 max-h-[480px]"
    >
      {isLong ? (
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute inset-x-0"
              style={{ top: item.start }}
            >
              <Line line={lines[item.index]} colored={colored} gutter={gutter} />
            </div>
          ))}
        </div>
      ) : (
        numbered(lines).map(({ line, id }) => (
          <Line key={id} line={line} colored={colored} gutter={gutter} />
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
  colored,
  gutter,
}: {
  line: DrawnLine | undefined;
  colored: CodeLanguage;
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
      <span className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
        {colored === 'text'
          ? line.text
          : codeTokens(line.text, colored).map((token) => (
              <span key={token.start} className={tokenColors[token.kind]}>
                {token.text}
              </span>
            ))}
        {'\n'}
      </span>
    </div>
  );
}

/** A drawn line. Very long lines are split; only the first part has a number. */
interface DrawnLine {
  /** Absent on continuations of a long line. */
  number: number | undefined;
  text: string;
}

/** Browsers lay out this length in under a millisecond, but a megabyte in seconds. */
const MAX_DRAWN_CHARACTERS = 2000;

export function drawnLines(text: string): DrawnLine[] {
  return text.split('\n').flatMap((line, index) => pieces(line, index + 1));
}

function pieces(line: string, number: number): DrawnLine[] {
  if (line.length <= MAX_DRAWN_CHARACTERS) return [{ number, text: line }];
  const count = Math.ceil(line.length / MAX_DRAWN_CHARACTERS);
  return Array.from({ length: count }, (_, piece) => ({
    number: piece === 0 ? number : undefined,
    text: line.slice(piece * MAX_DRAWN_CHARACTERS, (piece + 1) * MAX_DRAWN_CHARACTERS),
  }));
}
