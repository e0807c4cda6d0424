import type { Database } from 'better-sqlite3';

const skippedCodes: Readonly<Record<string, string>> = {
  'No request, so no body.': 'no_request',
  'No webhook to send to.': 'no_webhook',
  'It is no POST.': 'not_post',
  'Its URL is neither http nor https.': 'not_http',
  'It has no body, or the body was not recorded.': 'no_body',
};

interface OldPlan {
  readonly skippedEntries?: readonly { readonly reason: string; readonly count: number }[];
  readonly badEntries?: readonly { readonly line: number; readonly reason: string }[];
}

function withCodes(text: unknown): string {
  const { skippedEntries = [], badEntries = [], ...rest }: OldPlan = JSON.parse(String(text));
  return JSON.stringify({
    ...rest,
    problem: null,
    skippedEntries: skippedEntries.map(({ reason, count }) => ({
      code: skippedCodes[reason] ?? 'no_body',
      count,
    })),
    badEntries: badEntries.map(({ line, reason }) => ({
      line,
      problem: { code: 'other', params: { detail: reason } },
    })),
  });
}

/** Plans of imports name skipped and invalid entries by code, not by sentence. */
export function up(db: Database): void {
  db.function('plan_with_codes', { deterministic: true }, withCodes);
  db.exec('UPDATE resend_imports SET plan = plan_with_codes(plan)');
}
