/** The bulk action being planned, or null. */
import { create } from 'zustand';
import type { BulkAction } from '#shared/schemas/job.ts';

interface BulkPanelState {
  readonly planned: BulkAction | null;
}

export const useBulkPanel = create<BulkPanelState>()(() => ({ planned: null }));

export const planBulk = (action: BulkAction): void => useBulkPanel.setState({ planned: action });
export const closePlan = (): void => useBulkPanel.setState({ planned: null });
