import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';

interface PlotTableProps {
  readonly caption: string;
  readonly height: number;
  /** Column headings; the first names the rows. */
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly key: string | number;
    readonly name: ReactNode;
    readonly cells: readonly string[];
  }[];
}

const cell = 'px-2 py-0.75 whitespace-nowrap';

/** A plot's data as a table, as high as the plot to keep the layout stable. */
export function PlotTable({ caption, height, heads, rows }: PlotTableProps) {
  return (
    <div style={{ height }}>
      <ScrollRegion label={caption} className="h-full overflow-auto">
        <table className="w-full border-collapse text-small tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-bg-1">
            <tr className="border-b border-line text-label text-fg-3">
              {heads.map((head, column) => (
                <th
                  key={head}
                  scope="col"
                  className={`${cell} font-normal ${column === 0 ? 'text-left' : 'text-right'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells }) => (
              <tr key={key} className="border-b border-line/55 last:border-b-0">
                <th scope="row" className={`${cell} text-left font-normal`}>
                  {name}
                </th>
                {cells.map((text, column) => (
                  <td key={heads[column + 1]} className={`${cell} text-right text-fg-2`}>
                    {text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

interface TableButtonProps {
  readonly shown: boolean;
  readonly onToggle: () => void;
}

/** Switches between a plot and its table. */
export function TableButton({ shown, onToggle }: TableButtonProps) {
  return (
    <IconButton
      icon={Table2}
      size="small"
      label="Show as table"
      pressed={shown}
      onClick={onToggle}
    />
  );
}
