/** The delivery of the attempt that is selected in the film. */
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Pin } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FilmMark } from '#renderer/film/draw-run.ts';
import { webhookLabel } from '#renderer/film/film-of-run.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { codeLabel } from '#shared/deliveries/text.ts';
import { formatSpan } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import type { RunAttempt, StoredRun } from '#shared/scenarios/schema/run.ts';
import { referenceRoute } from './run-labels.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** Read on first use: a run may have many thousands. */
async function attemptsOf(run: StoredRun): Promise<readonly RunAttempt[]> {
  try {
    const { attempts } = await queryClient.ensureQueryData({
      ...api.scenarios.attempts.queryOptions({ input: { id: run.id } }),
      staleTime: Number.POSITIVE_INFINITY,
    });
    return attempts;
  } catch (error) {
    showToast({ title: "Can't load attempts", description: errorSentence(error), tone: 'bad' });
    return [];
  }
}

/** The index of the attempt nearest to a moment; of one URL, or of all. */
function nearest(attempts: readonly RunAttempt[], atMs: number, webhook: string | null): number {
  let best = -1;
  for (const [index, attempt] of attempts.entries()) {
    if (webhook !== null && attempt.webhook !== webhook) continue;
    const distance = Math.abs(attempt.at - atMs);
    if (best < 0 || distance < Math.abs((attempts[best]?.at ?? 0) - atMs)) best = index;
  }
  return best;
}

export interface Followed {
  readonly attempt: RunAttempt;
  /** All attempts of its delivery, by time. */
  readonly ofDelivery: readonly RunAttempt[];
}

export function useFollowed(run: StoredRun | null, onMoment: (atMs: number) => void) {
  const [selected, setSelected] = useState<{ readonly run: string; readonly index: number } | null>(
    null,
  );
  const { data } = useQuery({
    ...api.scenarios.attempts.queryOptions({ input: { id: run?.id ?? '' } }),
    enabled: selected !== null && selected.run === run?.id,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const attempts = data?.attempts;
  const attempt =
    selected !== null && selected.run === run?.id ? attempts?.[selected.index] : undefined;
  const followed = useMemo((): Followed | null => {
    if (attempt === undefined || attempts === undefined) return null;
    const { messageId, destination } = attempt;
    return {
      attempt,
      ofDelivery: attempts.filter(
        (one) => one.messageId === messageId && one.destination === destination,
      ),
    };
  }, [attempt, attempts]);

  async function select(find: (all: readonly RunAttempt[]) => number): Promise<void> {
    if (run === null) return;
    const all = await attemptsOf(run);
    const index = find(all);
    const found = all[index];
    if (found === undefined) return;
    setSelected({ run: run.id, index });
    onMoment(found.at);
  }

  return {
    followed,
    pick: (webhook: string, atMs: number) => void select((all) => nearest(all, atMs, webhook)),
    /** From the selected attempt, or from a moment. */
    step: (by: -1 | 1, atMs: number) =>
      void select((all) => {
        if (selected !== null && selected.run === run?.id)
          return Math.min(all.length - 1, Math.max(0, selected.index + by));
        return nearest(all, atMs, null);
      }),
    clear: () => setSelected(null),
  };
}

export const marksOf = (followed: Followed | null, startsAt: number): readonly FilmMark[] =>
  (followed?.ofDelivery ?? []).map((attempt) => ({
    lane: attempt.webhook,
    at: startsAt + attempt.at,
    outcome: attempt.outcome,
    isSelected: attempt === followed?.attempt,
  }));

/** `Attempt 12 at legacy-erp failed with 503.` */
function attemptText({ attempt, webhook, outcome, status, code }: RunAttempt): string {
  const why = status !== null ? ` with ${status}` : code === null ? '' : `: ${codeLabel(code)}`;
  const verb =
    outcome === 'accepted' ? 'was accepted' : outcome === 'failed' ? 'failed' : `was ${outcome}`;
  return `Attempt ${attempt} at ${webhookLabel(webhook)} ${verb}${why}.`;
}

function nextText({ attempt, ofDelivery }: Followed, startsAt: number): string {
  const rest = ofDelivery.filter(
    (one) => one.webhook === attempt.webhook && one.attempt > attempt.attempt,
  );
  const [next] = rest;
  const first = ofDelivery.find(({ webhook }) => webhook === attempt.webhook);
  if (next === undefined)
    return first === undefined || first === attempt
      ? ''
      : `The first was ${formatSpan(attempt.at - first.at)} before.`;
  const accepted = rest.find(({ outcome }) => outcome === 'accepted');
  const when = `Its next one is at ${formatTime(startsAt + next.at)}`;
  return accepted === undefined || accepted === next
    ? `${when}${accepted === undefined ? '' : ' and is accepted'}.`
    : `${when}, and number ${accepted.attempt} at ${formatTime(startsAt + accepted.at)} is accepted.`;
}

interface FollowedCardProps {
  readonly run: StoredRun;
  readonly followed: Followed;
  readonly onClear: () => void;
}

export function FollowedCard({ run, followed, onClear }: FollowedCardProps) {
  const { attempt } = followed;
  const { messageId, destination, webhook } = attempt;
  const { startsAt } = run.report.timeline.film;
  const reference = {
    ...{ messageId, destination, webhook, attempt: attempt.attempt },
    ...{ copiedBy: null, isReceived: false },
  };
  return (
    <section
      aria-label="Followed delivery"
      className="mt-3 flex flex-none flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-bg-1 py-2.75 pr-3 pl-4 shadow-rest"
    >
      <VerdictMark verdict={attempt.outcome === 'accepted' ? 'passed' : 'failed'} decorative />
      <div className="min-w-60 flex-1" role="status">
        <p>
          <b className="bytes font-semibold">{messageId}</b>{' '}
          <span className="text-fg-2">to {destination}</span>
        </p>
        <p className="text-small text-fg-2">
          {attemptText(attempt)} {nextText(followed, startsAt)}
        </p>
      </div>
      <Button icon={ExternalLink} onClick={() => navigate(referenceRoute(run.id, reference))}>
        Open in Deliveries
      </Button>
      <Button icon={Pin} variant="quiet" onClick={onClear}>
        Stop following
      </Button>
    </section>
  );
}
