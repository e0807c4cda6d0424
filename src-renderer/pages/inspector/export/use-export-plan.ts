/** How many deliveries an export would take, counted step by step while the dialog is open. */
import { useEffect, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { ExportFormat } from '#shared/schemas/export.ts';
import type { Counted, ExportScope } from './export-store.ts';
import { wantedOf } from './run-export.ts';

const nothingYet: Counted = { count: 0, upTo: undefined, share: 0, problem: null };

export interface ExportPlanView extends Counted {
  /** About how large a delivery is in the format; null where nobody knows yet. */
  readonly bytesEach: number | null;
}

async function count(
  scope: ExportScope,
  signal: AbortSignal,
  show: (counted: Counted) => void,
): Promise<void> {
  let counted = nothingYet;
  let cursor: string | null = null;
  do {
    const step: Awaited<ReturnType<typeof core.exports.plan>> = await core.exports.plan({
      ...wantedOf(scope),
      format: 'jsonl',
      ...(counted.upTo ? { upTo: counted.upTo } : {}),
      ...(cursor === null ? {} : { cursor }),
    });
    if (signal.aborted) return;
    cursor = step.nextCursor;
    counted = {
      count: counted.count + step.count,
      upTo: step.upTo,
      share: cursor === null ? 1 : step.share,
      problem: null,
    };
    show(counted);
  } while (cursor !== null);
}

export function useExportPlan(scope: ExportScope, format: ExportFormat): ExportPlanView {
  const [counted, setCounted] = useState(nothingYet);
  const [bytesEach, setBytesEach] = useState<number | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    setCounted(nothingYet);
    count(scope, leaving.signal, setCounted).catch((error: unknown) => {
      if (!leaving.signal.aborted) setCounted({ ...nothingYet, problem: errorSentence(error) });
    });
    return () => leaving.abort();
  }, [scope]);
  useEffect(() => {
    let isGone = false;
    core.exports.plan({ ...wantedOf(scope), format }).then(
      (plan) => !isGone && setBytesEach(plan.bytesEach),
      // The count says what is wrong.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [scope, format]);
  return { ...counted, bytesEach };
}
