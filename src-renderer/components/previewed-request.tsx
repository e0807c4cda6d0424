import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { PreviewDelivery } from '#shared/schemas/send.ts';

interface PreviewedRequestProps {
  readonly request: PreviewDelivery['requests'][number];
  readonly openAtFirst: boolean;
}

/** One request: its line, and its headers behind it. */
export function PreviewedRequest({
  request: { url, headers },
  openAtFirst,
}: PreviewedRequestProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <li className="border-b border-line">
      <div className="flex h-8 items-center gap-1 pr-1.5 pl-1.5">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex h-6 min-w-0 flex-1 items-center gap-1.5 rounded-chip px-1 text-left hover:bg-bg-2"
        >
          <ChevronRight
            size={12}
            strokeWidth={1.5}
            aria-hidden="true"
            className={cx('flex-none text-fg-3 transition-transform', open && 'rotate-90')}
          />
          <span className="bytes flex-none font-semibold">POST</span>
          <span className="bytes truncate" title={url}>
            {url}
          </span>
        </button>
        <CopyButton value={url} label="Copy URL" />
      </div>
      {open && (
        <div className="border-t border-line/60">
          <KeyValueList
            label={`Headers of the request to ${url}`}
            keyWidth={124}
            items={headers.map(([key, value]) => ({ key, value }))}
          />
        </div>
      )}
    </li>
  );
}
