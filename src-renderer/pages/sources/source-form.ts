import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { createDraftStore } from '#renderer/stores/draft-store.ts';
import { Name } from '#shared/schemas/name.ts';
import { WriteKey } from '#shared/schemas/source.ts';

/** What is typed of a source; whether it is enabled is switched at once. */
export const SourceForm = z.object({ name: Name, writeKey: WriteKey });
export type SourceForm = z.infer<typeof SourceForm>;

export const sourceResolver = zodResolver(SourceForm);
export const sourceDrafts = createDraftStore<Partial<SourceForm>>('sources');
