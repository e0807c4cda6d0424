import type { Deletion } from '#shared/schemas/deletion.ts';
import type { StoredDeletion } from '../store/deletions.ts';

/** Without the number that only the store knows. The setting counts when it is started. */
export const shown = ({ row: _, ...deletion }: StoredDeletion): Deletion => ({
  ...deletion,
  dropWaiting: deletion.startedAt === null ? null : deletion.dropWaiting,
});
