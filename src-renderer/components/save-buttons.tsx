import { Button } from '#renderer/ui/button.tsx';
import type { Saving } from './use-saving.ts';

/** What saves a form, and what takes back what was typed. */
export function SaveButtons({ isNew, isDirty, isSubmitting, save, revert }: Saving) {
  return (
    <>
      <Button onClick={revert} disabledReason={isDirty ? undefined : 'Nothing has been changed'}>
        {isNew ? 'Clear' : 'Revert'}
      </Button>
      <Button
        variant="primary"
        shortcut="Mod+s"
        busy={isSubmitting}
        disabledReason={isNew || isDirty ? undefined : 'Nothing has been changed'}
        onClick={save}
      >
        {isNew ? 'Create' : 'Save'}
      </Button>
    </>
  );
}
