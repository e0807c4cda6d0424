import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonVariant } from '#renderer/ui/button.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';

interface CollapsibleButtonProps {
  readonly icon: LucideIcon;
  /** Written on it where there is room, else shown on hover; read aloud in both cases. */
  readonly label: string;
  readonly roomy: boolean;
  readonly shortcut: string;
  readonly variant?: ButtonVariant;
  readonly busy?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
}

/** One of many actions in a row that stays one row: its word goes where there is no room for it. */
export function CollapsibleButton({
  label,
  roomy,
  variant = 'default',
  ...rest
}: CollapsibleButtonProps) {
  return roomy ? (
    <Button variant={variant} {...rest}>
      {label}
    </Button>
  ) : (
    <IconButton variant={variant} label={label} {...rest} />
  );
}
