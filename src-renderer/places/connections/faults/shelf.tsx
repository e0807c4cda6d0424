import { Check, ChevronDown, Ellipsis } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Menu, type MenuItem } from '#renderer/ui/menu.tsx';
import { Tooltip } from '#renderer/ui/popup.tsx';
import { formatDuration } from '#shared/kit/duration.ts';
import { useFaults } from './fault-actions.ts';
import { aboutFault, type Fault, faultDurations, moreFaults, shelfFaults } from './faults.ts';

/** While a fault is dragged. */
export const faultDragType = 'application/x-hookwright-fault';

interface ShelfProps {
  /** Undefined without a selected endpoint: faults can only be dragged. */
  readonly onFault: ((fault: Fault) => void) | undefined;
  /** Whether there is an endpoint to drag them onto. */
  readonly hasEndpoints: boolean;
  /** Which one the selected endpoint has. */
  readonly activeId: string | null;
  /** The button of the list of all faults. */
  readonly menu: RefObject<HTMLButtonElement | null>;
  readonly onMenuOpen: (isOpen: boolean) => void;
}

/** Faults to put on endpoints. */
export function Shelf({ onFault, hasEndpoints, activeId, menu, onMenuOpen }: ShelfProps) {
  const durationMs = useFaults((state) => state.durationMs);
  const itemOf = (fault: Fault): MenuItem => ({
    id: fault.id,
    label: fault.label(durationMs),
    icon: fault.icon,
    disabled: onFault === undefined,
    run: () => onFault?.(fault),
  });
  return (
    <section
      aria-label="Faults"
      className="@container min-h-18.5 flex-none border-t border-line bg-bg-1 pt-2.25 pr-5.5 pb-2 pl-5 short:hidden"
    >
      <div className="flex items-center gap-2 text-small">
        <h2 className="font-semibold">Faults</h2>
        <span className="flex min-w-0 items-center gap-1 truncate text-fg-2">
          {hasEndpoints ? (
            <>
              Drag one onto an endpoint, or press <Kbd shortcut="f" /> on a selected one.{' '}
              <Kbd shortcut="x" /> ends it.
            </>
          ) : (
            'They need an endpoint: add a destination or a mock endpoint first.'
          )}
        </span>
        <span className="ml-auto truncate pl-2 text-fg-3 max-xl:hidden">
          Your own server gets a mock endpoint in front
        </span>
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {shelfFaults.map((fault) => (
          <Chip
            key={fault.id}
            fault={fault}
            isActive={fault.id === activeId}
            onUse={onFault && (() => onFault(fault))}
            problem={hasEndpoints ? undefined : 'Add an endpoint first'}
            durations={fault.id === 'outage' ? <Durations /> : null}
          />
        ))}
        <Menu
          onOpenChange={onMenuOpen}
          trigger={<IconButton ref={menu} icon={Ellipsis} variant="default" label="All faults" />}
          groups={[shelfFaults.map(itemOf), moreFaults.map(itemOf)]}
        />
      </div>
    </section>
  );
}

interface ChipProps {
  readonly fault: Fault;
  readonly isActive: boolean;
  readonly onUse: (() => void) | undefined;
  /** Why it can't be used at all. */
  readonly problem: string | undefined;
  readonly durations: ReactNode;
}

function Chip({ fault, isActive, onUse, problem, durations }: ChipProps) {
  const durationMs = useFaults((state) => state.durationMs);
  const { icon: Icon, id, label } = fault;
  return (
    <span
      className={cx(
        'flex h-control flex-none rounded-control border text-small',
        isActive
          ? 'border-bad/40 bg-bad-bg text-bad'
          : 'border-line-2 bg-bg-1 shadow-rest hover:bg-bg-3',
        problem !== undefined && 'opacity-55',
      )}
    >
      <Tooltip
        side="top"
        content={
          problem !== undefined
            ? `${aboutFault(fault, durationMs)}. ${problem}.`
            : onUse === undefined
              ? `${aboutFault(fault, durationMs)}. Select an endpoint first, or drag it onto one.`
              : aboutFault(fault, durationMs)
        }
      >
        <button
          type="button"
          draggable={problem === undefined}
          aria-pressed={isActive}
          aria-disabled={onUse === undefined || undefined}
          aria-description={
            problem ?? (onUse === undefined ? 'Select an endpoint first' : undefined)
          }
          onClick={onUse}
          onDragStart={(event) => {
            event.dataTransfer.setData(faultDragType, id);
            event.dataTransfer.effectAllowed = 'copy';
          }}
          className="flex items-center gap-1.75 rounded-control pr-2.5 pl-2 font-medium whitespace-nowrap"
        >
          <Icon
            className={cx('icon-small @max-3xl:hidden', !isActive && 'text-fg-3')}
            strokeWidth={1.75}
            aria-hidden="true"
          />
          {label(durationMs)}
        </button>
      </Tooltip>
      {durations}
    </span>
  );
}

/** How long timed faults last. */
function Durations() {
  const current = useFaults((state) => state.durationMs);
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label="Duration of faults"
          className="grid w-5.5 place-items-center rounded-r-control border-l border-current/20"
        >
          <ChevronDown className="size-3" strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
      groups={[
        faultDurations.map((durationMs) => ({
          id: String(durationMs),
          label: `For ${formatDuration(durationMs)}`,
          icon: durationMs === current ? Check : undefined,
          run: () => useFaults.setState({ durationMs }),
        })),
      ]}
    />
  );
}
