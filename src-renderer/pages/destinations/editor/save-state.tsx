import type { Saving } from '#renderer/components/use-saving.ts';

/** How what is typed stands to what is saved. */
export function SaveState({ isNew, isDirty, justSaved }: Saving) {
  const text = isDirty
    ? 'Not saved yet. What is typed is kept when you leave.'
    : justSaved
      ? 'Saved.'
      : isNew
        ? 'A name and a webhook URL are all it needs.'
        : 'Everything is saved.';
  return <span role="status">{text}</span>;
}
