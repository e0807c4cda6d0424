/** How many deliveries an export would take, counted while the dialog is open. */
import { useEffect, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { ExportPlan } from '#shared/schemas/export.ts';
import type { ExportScope } from './export-store.ts';
import { wantedOf } from './run-export.ts';

interface ExportPlanView {
  /** Null until it is counted. */
  readonly plan: ExportPlan | null;
  readonly problem: string | null;
}

const counting: ExportPlanView = { plan: null, problem: null };

export function useExportPlan(scope: ExportScope): ExportPlanView {
  const [view, setView] = useState(counting);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    setView(counting);
    core.exports.plan(wantedOf(scope), { signal }).then(
      (plan) => signal.aborted || setView({ plan, problem: null }),
      (error: unknown) => signal.aborted || setView({ plan: null, problem: errorSentence(error) }),
    );
    return () => left.abort();
  }, [scope]);
  return view;
}
