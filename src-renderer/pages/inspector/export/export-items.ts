import { Download } from 'lucide-react';
import type { MenuItem } from '#renderer/ui/menu.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ExportFormat } from '#shared/schemas/export.ts';
import { type ExportScope, openExport } from './export-store.ts';
import { exportDirectly } from './run-export.ts';

/** Saves one delivery without secrets, or opens the export options. `attempt` is the shown one. */
export function exportItems(
  delivery: DeliveryDetail,
  attempt: Attempt | null,
): readonly MenuItem[] {
  const scope: ExportScope = {
    kind: 'delivery',
    deliveryId: delivery.id,
    label: delivery.label,
  };
  const item = (format: ExportFormat, label: string, attemptId?: number): MenuItem => ({
    id: `${format}-${attemptId ?? 'all'}`,
    label,
    icon: Download,
    run: () => void exportDirectly({ scope, format, attemptId }),
  });
  return [
    item('jsonl', 'Save as JSON line'),
    ...(delivery.attemptList.length === 0 ? [] : [item('har', 'Save as HAR')]),
    ...(attempt === null || delivery.attemptList.length < 2
      ? []
      : [item('har', 'Save attempt as HAR', attempt.id)]),
    ...(delivery.bodyText === null ? [] : [item('fixtures', 'Save as fixture')]),
    { id: 'choose', label: 'Export options…', run: () => openExport(scope) },
  ];
}
