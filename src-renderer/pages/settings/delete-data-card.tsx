import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { noteResult } from '#renderer/components/jobs/job-commands.ts';
import { setJobListOpen } from '#renderer/components/jobs/job-list.ts';
import { SkippedList } from '#renderer/components/jobs/skipped-list.tsx';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { api } from '#renderer/data/query-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { deliveriesText } from '#shared/labels/jobs.ts';
import type { BulkPlan } from '#shared/schemas/job.ts';

export function DeleteDataCard() {
  return (
    <Card title="Delete data">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-fg-2">Keeps sources, destinations, mock endpoints and settings</span>
        <DeleteDataButton />
      </div>
    </Card>
  );
}

/** Shows the plan first: the job can't be undone. */
function DeleteDataButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      align="end"
      title="Delete all received data?"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-[300px]"
      trigger={
        <Button variant="danger" icon={Trash2}>
          Delete all data
        </Button>
      }
    >
      <DeletePlan close={() => setOpen(false)} />
    </Popover>
  );
}

function DeletePlan({ close }: { close: () => void }) {
  const { data: plan, error } = useQuery({
    ...api.jobs.plan.queryOptions({ input: { kind: 'delete' } }),
    staleTime: 0,
    gcTime: 0,
  });
  const start = async ({ kind, bounds }: BulkPlan): Promise<void> => {
    close();
    if (await noteResult("Can't delete", () => core.jobs.start({ kind, bounds })))
      setJobListOpen(true);
  };
  if (error !== null) return <p className="text-bad">{errorSentence(error)}</p>;
  if (plan?.kind !== 'delete') return <Spinner />;
  return (
    <div className="grid gap-2">
      <p>{deliveriesText(plan.applyCount)}, messages, rejected requests and mock endpoint logs</p>
      <p className="text-small text-fg-2">This can't be undone.</p>
      <SkippedList label="Skipped" groups={plan.skipped} />
      <div className="mt-1 flex gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button variant="danger" onClick={() => void start(plan)}>
          Delete
        </Button>
      </div>
    </div>
  );
}
