import { Autocomplete } from '@base-ui/react/autocomplete';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Offer {
  /** Field value when chosen; unique. */
  readonly text: string;
  /** Displayed part of the value. */
  readonly label: string;
  readonly meaning: string;
}

export interface SuggestFieldProps<Item extends Offer>
  extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'className'> {
  value: string;
  onType: (text: string) => void;
  /** Suggestions for the typed text, most likely first. */
  offers: readonly Item[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (offer: Item) => void;
  /** The suggestion Enter takes; undefined: Enter belongs to the field. */
  onHighlight: (offer: Item | undefined) => void;
  /** Before the text; the field grows with it. */
  leading?: ReactNode;
  /** Pixels between the field and the suggestions, for text that stays visible there. */
  offset?: number;
}

/** A text field with suggestions and their meanings. */
export function SuggestField<Item extends Offer>({
  value,
  onType,
  offers,
  open,
  onOpenChange,
  onPick,
  onHighlight,
  leading,
  offset = 5,
  ...input
}: SuggestFieldProps<Item>) {
  // Content before the input replaces the placeholder.
  const isFirst = Boolean(input.placeholder);
  return (
    <Autocomplete.Root<Item>
      items={offers}
      mode="none"
      value={value}
      itemToStringValue={({ text }) => text}
      open={open && offers.length > 0}
      onOpenChange={(next, { reason }) => {
        if (reason !== 'item-press') onOpenChange(next);
      }}
      onItemHighlighted={(offer) => onHighlight(offer)}
      onValueChange={(text, { reason }) => {
        const offerPicked = offers.find((offer) => offer.text === text);
        if (reason === 'item-press' && offerPicked !== undefined) onPick(offerPicked);
        else onType(text);
      }}
      openOnInputClick
    >
      <Autocomplete.InputGroup
        className={cx(
          'control-frame flex h-auto min-h-control min-w-0 flex-1 items-center gap-1.5 px-2 py-1',
          !isFirst && 'flex-wrap',
        )}
      >
        {leading}
        <Autocomplete.Input
          spellCheck={false}
          autoCapitalize="off"
          {...input}
          className={cx(
            'bytes field-sizing-content h-5 max-w-full flex-auto bg-transparent outline-none placeholder:font-sans placeholder:text-fg-3 placeholder:tracking-normal focus-visible:outline-none',
            // An empty input stays on the line.
            isFirst ? 'min-w-0' : value === '' ? '-ml-1 min-w-0' : 'min-w-4',
          )}
        />
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner
          sideOffset={offset}
          align="start"
          collisionPadding={8}
          className="z-50"
        >
          <Autocomplete.Popup className="floating max-h-[min(320px,var(--available-height))] min-w-72 overflow-y-auto p-1">
            <Autocomplete.List>
              {(offer: Item) => (
                <Autocomplete.Item
                  key={offer.label}
                  value={offer}
                  className="flex h-7 items-center gap-4 rounded-chip px-2 outline-none data-highlighted:bg-bg-3"
                >
                  <span className="bytes max-w-64 truncate">{offer.label}</span>
                  <span className="ml-auto text-small whitespace-nowrap text-fg-3">
                    {offer.meaning}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
