/** Refused fields, where they are typed. Pure. */
import type { FieldIssue } from '#shared/contract/errors.ts';
import { givenHeaders, type ResendDraft } from './resend-draft.ts';

export interface ResendIssues {
  readonly url: string | undefined;
  readonly body: string | undefined;
  readonly secret: string | undefined;
  readonly headers: string | undefined;
  /** By the id of the row. */
  readonly header: ReadonlyMap<number, string>;
}

export function issuesByField(issues: readonly FieldIssue[], draft: ResendDraft): ResendIssues {
  const of = (field: string): string | undefined =>
    issues.find(({ path }) => path.length === 1 && path[0] === field)?.message;
  const given = givenHeaders(draft);
  const header = new Map<number, string>();
  for (const { path, message } of issues) {
    const row = path[0] === 'headers' && path.length > 1 ? given[Number(path[1])] : undefined;
    if (row !== undefined && !header.has(row.id)) header.set(row.id, message);
  }
  return { url: of('url'), body: of('body'), secret: of('secret'), headers: of('headers'), header };
}
