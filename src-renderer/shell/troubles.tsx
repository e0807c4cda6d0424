import { useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { Popover } from '#renderer/ui/popover.tsx';
import { toneSurface, toneText } from '#renderer/ui/tone.ts';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { shownCount, type Trouble } from './ledger-labels.ts';

const gapPx = 10;
/** Room for "+5" and the space before it. */
const chipPx = 42;

const text = ({ count, word }: Trouble): string => `${count.toLocaleString('en')} ${word}`;

/** Undelivered states, most severe first; those that don't fit are behind "+2". */
export function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const box = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const [shown, setShown] = useState(0);
  const words = troubles.map(text).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: different labels have different widths.
  useLayoutEffect(() => {
    const widths = [...(measure.current?.children ?? [])].map(
      (item) => item.getBoundingClientRect().width,
    );
    setShown(shownCount(widths, { width, gap: gapPx, chip: chipPx }));
  }, [words, width]);
  const hidden = troubles.slice(shown);
  return (
    <div ref={box} className="relative flex min-w-[36px] flex-1 items-center overflow-hidden">
      <div ref={measure} aria-hidden="true" className="invisible absolute flex">
        {troubles.map((trouble) => (
          <span key={trouble.word} className="flex-none font-medium whitespace-nowrap">
            {text(trouble)}
          </span>
        ))}
      </div>
      <ul aria-label="Not delivered" className="flex gap-2.5 empty:hidden">
        {troubles.slice(0, shown).map((trouble) => (
          <Item key={trouble.word} trouble={trouble} />
        ))}
      </ul>
      {hidden[0] !== undefined && (
        <Popover
          title="Not delivered"
          trigger={
            <button
              type="button"
              aria-label={`${hidden.length} more: ${hidden.map(text).join(', ')}`}
              title={hidden.map(text).join('\n')}
              className={cx(
                'h-5 flex-none rounded-full px-2 text-small font-medium outline-offset-[-2px]',
                shown > 0 && 'ml-2.5',
                toneSurface[hidden[0].tone],
              )}
            >
              +{hidden.length}
            </button>
          }
        >
          <ul className="flex flex-col gap-1 tabular-nums">
            {troubles.map((trouble) => (
              <Item key={trouble.word} trouble={trouble} />
            ))}
          </ul>
        </Popover>
      )}
    </div>
  );
}

function Item({ trouble }: { trouble: Trouble }) {
  return (
    <li className={cx('flex-none font-medium whitespace-nowrap', toneText[trouble.tone])}>
      {text(trouble)}
    </li>
  );
}
