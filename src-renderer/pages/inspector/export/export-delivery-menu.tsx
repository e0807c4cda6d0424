import { Download } from 'lucide-react';
import { IconButton } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import type { ExportFormat } from '#shared/schemas/export.ts';
import { type ExportScope, openExport } from './export-store.ts';
import { exportDirectly } from './run-export.ts';

interface ExportDeliveryMenuProps {
  readonly delivery: DeliveryDetail;
  /** The shown attempt. */
  readonly attempt: Attempt | null;
}

/** Saves one delivery without secrets, or opens the export options. */
export function ExportDeliveryMenu({ delivery, attempt }: ExportDeliveryMenuProps) {
  const scope: ExportScope = {
    kind: 'delivery',
    deliveryId: delivery.id,
    label: delivery.label,
  };
  const item = (format: ExportFormat, label: string, attemptId?: number) => ({
    id: `${format}-${attemptId ?? 'all'}`,
    label,
    run: () => void exportDirectly({ scope, format, attemptId }),
  });
  return (
    <Menu
      trigger={<IconButton icon={Download} variant="default" label="Export delivery" />}
      groups={[
        [
          item('jsonl', 'Save as JSON line'),
          ...(delivery.attemptList.length === 0 ? [] : [item('har', 'Save as HAR')]),
          ...(attempt === null || delivery.attemptList.length < 2
            ? []
            : [item('har', 'Save attempt as HAR', attempt.id)]),
          ...(delivery.bodyText === null ? [] : [item('fixtures', 'Save as fixture')]),
        ],
        [{ id: 'choose', label: 'Export options…', run: () => openExport(scope) }],
      ]}
    />
  );
}
