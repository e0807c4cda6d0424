/** Filters of agents: without terms on values that tools redact, which would reveal these bit by bit. */
import { hasTerm } from '#shared/filter/filter.ts';
import { FilterText } from '#shared/schemas/filter.ts';

/** Any header may be static, and any URL may have a secret. Bodies are shown as they are. */
export const AgentFilter = FilterText.superRefine((filter, ctx) => {
  for (const field of ['header', 'url'] as const)
    if (
      hasTerm(filter, (term) => (term.kind === 'text' ? term.field === field : term.kind === field))
    )
      ctx.addIssue({
        code: 'custom',
        message: `An agent can't filter by ${field}: ${field} values may contain secrets. Use other terms, such as destination:NAME.`,
      });
});
