import { Button } from '#renderer/ui/button.tsx';
import type { ResendImport } from '#shared/schemas/resend-import.ts';
import { restOf } from './import-labels.ts';
import { resume } from './run-import.ts';

/** Resumes an interrupted import, with or without the requests that were in flight. */
export function ResumeButtons({ told }: { told: ResendImport }) {
  const hasRest = restOf(told) > 0;
  return (
    <>
      {(hasRest || told.interrupted === 0) && (
        <Button onClick={() => void resume(told, false)}>Send the rest</Button>
      )}
      {told.interrupted > 0 && (
        <Button onClick={() => void resume(told, true)}>
          {hasRest ? 'Send rest and interrupted' : 'Send interrupted again'}
        </Button>
      )}
    </>
  );
}
