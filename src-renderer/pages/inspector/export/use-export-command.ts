import { isReadable } from '#renderer/components/filter/delivery-filter.ts';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { openExport } from './export-store.ts';

/** Exports what the list shows; the palette and the menu of actions run it by its name. */
export function useExportCommand(filter: string): void {
  useCommand({
    id: 'deliveries.export',
    title: 'Export the deliveries of the filter…',
    section: 'List',
    shortcut: 'o',
    enabled: () => isReadable(filter),
    run: () => openExport({ kind: 'filter', filter }),
  });
}
