import { Field } from '@base-ui/react/field';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly placeholder: string;
}

/** Enter adds a tag, Backspace at the start removes the last. */
export function TagsField({ tags, onChange, placeholder }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const add = (text: string): void => {
    onChange(addedTags(tags, text));
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    add(`${typed}${pasted}`);
  };
  const remove = (tag: string): void => {
    onChange(tags.filter((otherTag) => otherTag !== tag));
    input.current?.focus();
  };

  return (
    <div className="control-frame flex h-auto max-h-44 min-h-control flex-wrap overflow-y-auto items-center gap-1 px-1 py-0.75">
      {tags.length > 0 && (
        <ul aria-label="Event names" className="contents">
          {tags.map((tag) => (
            <li
              key={tag}
              className="bytes inline-flex h-5.5 max-w-full items-center rounded-chip bg-bg-3 pl-1.5"
            >
              <span className="truncate" title={tag}>
                {tag}
              </span>
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => remove(tag)}
                className="ml-0.5 grid size-5.5 flex-none place-items-center rounded-chip text-fg-3 hover:text-fg"
              >
                <X size={11} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Field.Control
        ref={input}
        value={typed}
        placeholder={tags.length === 0 ? placeholder : ''}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // Also adds text that wasn't confirmed with Enter.
        onBlur={() => typed.trim() !== '' && add(typed)}
        className="bytes h-5.5 min-w-24 flex-1 bg-transparent px-1 outline-none focus-visible:outline-none"
      />
    </div>
  );
}

/** Adds one tag per line, without empty ones and duplicates. */
export function addedTags(tags: readonly string[], text: string): string[] {
  const added = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set([...tags, ...added])];
}
