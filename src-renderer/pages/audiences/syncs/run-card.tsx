import { CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { told } from '../audience-labels.ts';
import { cancelSync, resumeSync } from './sync-actions.ts';
import { deliveriesFilter, sentOf, syncSentence, totalOf } from './sync-labels.ts';

interface RunCardProps {
  readonly kind: ComputationClass;
  readonly sync: Sync;
}

/** The sync that runs, or that was stopped and can go on. */
export function RunCard({ kind, sync }: RunCardProps) {
  const [busy, setBusy] = useState(false);
  const isRunning = sync.state === 'running';
  const rest = totalOf(sync) - sentOf(sync);
  const act = async (what: (sync: Sync) => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await what(sync);
    setBusy(false);
  };
  useCommand({
    id: 'computation.resume',
    title: 'Resume the sync',
    section: 'Audiences',
    enabled: () => !isRunning && sync.resumable,
    run: () => void act(resumeSync),
  });
  return (
    <Card
      title={`Sync ${sync.number.toLocaleString('en')}`}
      meta={isRunning ? rateText(sync) : 'stopped'}
    >
      <div className="flex flex-col gap-2.5">
        <ProgressBar label="Users told" value={sentOf(sync)} of={Math.max(1, totalOf(sync))} />
        <p role="status" className="font-medium tabular-nums">
          {syncSentence(sync)}
        </p>
        <p className="text-fg-2 tabular-nums">
          <Part word={told[kind].addition} sent={sync.additionsSent} of={sync.additions} />
          {', '}
          <Part word={told[kind].removal} sent={sync.removalsSent} of={sync.removals} />
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {isRunning ? (
            <Button icon={CircleStop} busy={busy} onClick={() => void act(cancelSync)}>
              Cancel
            </Button>
          ) : (
            <Button icon={Play} busy={busy} onClick={() => void act(resumeSync)}>
              Resume: tell the other {rest.toLocaleString('en')}
            </Button>
          )}
          <RouteLink to={{ page: 'inspector', query: { filter: deliveriesFilter(sync) } }}>
            See the deliveries
          </RouteLink>
        </div>
        <p className="text-small text-fg-2">
          {isRunning
            ? 'Whoever joins or leaves meanwhile belongs to the next sync.'
            : 'A new sync takes its place, and tells the rest as well.'}
        </p>
      </div>
    </Card>
  );
}

function rateText({ perSecond }: Sync): string {
  return perSecond === null
    ? 'as fast as it goes'
    : `at most ${perSecond.toLocaleString('en')} calls per second`;
}

function Part({ word, sent, of }: { word: string; sent: number; of: number }) {
  return (
    <>
      <code className="bytes">{word}</code> {sent.toLocaleString('en')} of {of.toLocaleString('en')}
    </>
  );
}
