import { useMemo } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import { textHunk } from './byte-differences.ts';

/** More of what differs is told by its length: the members above and the bytes have it all. */
const shownCharacters = 600;

const count = (characters: number): string => characters.toLocaleString('en');

/** Where two texts part and meet again, one beside the other. */
export function TextHunkView({ before, after }: { before: string; after: string }) {
  const hunk = useMemo(() => textHunk(before, after), [before, after]);
  const side = (Tag: 'del' | 'ins', label: string, text: string, look: string) => (
    <p className="min-w-0 px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
      <span className="sr-only">{label}: </span>
      <span className="text-fg-2">
        {hunk.leadMore > 0 && '… '}
        {hunk.lead}
      </span>
      <Tag className={cx('rounded-[3px] font-semibold no-underline', look)}>
        {text === '' ? '‹empty›' : visibleText(text.slice(0, shownCharacters))}
      </Tag>
      {text.length > shownCharacters && (
        <span className="text-fg-3"> … {count(text.length - shownCharacters)} more … </span>
      )}
      <span className="text-fg-2">
        {hunk.tail}
        {hunk.tailMore > 0 && ' …'}
      </span>
    </p>
  );
  return (
    <div className="bytes grid divide-line @min-[560px]:grid-cols-2 @min-[560px]:divide-x @max-[559px]:divide-y">
      {side('del', 'First', hunk.before, 'bg-bad-bg text-bad')}
      {side('ins', 'Second', hunk.after, 'bg-ok-bg text-ok')}
    </div>
  );
}
