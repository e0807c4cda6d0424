import type { Deletion } from '#shared/schemas/deletion.ts';
import type { StoredDeletion } from '../store/deletions.ts';

/** Without the number that only the store knows. */
export const shown = ({ row: _, ...deletion }: StoredDeletion): Deletion => deletion;
