import { Field } from '@base-ui/react/field';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  /** For bytes: URLs, keys, headers. Also switches spelling and capitals off. */
  mono?: boolean | undefined;
  icon?: LucideIcon | undefined;
  /** Inside the frame, before and after the typed text. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

const asTyped = {
  spellCheck: false,
  autoCapitalize: 'off',
  autoCorrect: 'off',
  autoComplete: 'off',
} as const;

/** One line of text. Takes what `register('name')` of react-hook-form returns. */
export function TextField({
  mono,
  icon: Icon,
  leading,
  trailing,
  className,
  ...input
}: TextFieldProps) {
  return (
    <span className={cx('control-frame flex min-w-0 items-center gap-1.5 px-2', className)}>
      {Icon && <Icon className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />}
      {leading}
      <Field.Control
        {...(mono ? asTyped : {})}
        {...input}
        className={cx(
          'h-full min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none',
          mono && 'bytes',
        )}
      />
      {trailing}
    </span>
  );
}
