import { X } from 'lucide-react';
import type { FilterTag } from './delivery-filter.ts';

interface FilterTagsProps {
  readonly tags: readonly FilterTag[];
  readonly onEdit: (tag: FilterTag) => void;
  readonly onRemove: (tag: FilterTag) => void;
}

/** The terms that apply: a click takes one back into the line to change it, its cross takes it away. */
export function FilterTags({ tags, onEdit, onRemove }: FilterTagsProps) {
  return tags.map((tag) => (
    <span
      key={tag.text}
      // One always finds room beside the icon and the caret.
      className="bytes flex h-5 max-w-[calc(100%-42px)] min-w-0 items-center rounded-chip border border-transparent bg-accent-bg font-medium text-accent"
    >
      <button
        type="button"
        aria-label={`Change the filter ${tag.text}`}
        title={tag.text}
        onClick={() => onEdit(tag)}
        className="h-full min-w-0 truncate rounded-chip pr-0.5 pl-1.5 hover:bg-bg-3"
      >
        {tag.text}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${tag.text}`}
        onClick={() => onRemove(tag)}
        className="grid h-full w-5 flex-none place-items-center rounded-chip hover:bg-bg-3"
      >
        <X size={11} strokeWidth={2} aria-hidden="true" />
      </button>
    </span>
  ));
}
