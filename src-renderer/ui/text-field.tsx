import { Field } from '@base-ui/react/field';
import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { IconButton } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  /** For URLs, keys and headers. Disables spellcheck and capitalization. */
  mono?: boolean | undefined;
  icon?: LucideIcon | undefined;
  /** Inside the frame, before and after the text. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

const noCorrections = {
  spellCheck: false,
  autoCapitalize: 'off',
  autoCorrect: 'off',
  autoComplete: 'off',
} as const;

/** A text field; accepts the result of react-hook-form's `register('name')`. */
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
        {...(mono ? noCorrections : {})}
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

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ComponentProps<'textarea'>['onChange'];
  mono?: boolean | undefined;
}

/** A text area. For JSON, use the code editor. */
export function TextArea({ mono, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      render={
        <textarea
          rows={rows}
          spellCheck={!mono}
          {...rest}
          className={cx(
            'control-frame h-auto min-h-control resize-y px-2 py-1.5 focus-visible:outline-offset-1',
            mono && 'bytes leading-4.75',
            className,
          )}
        />
      }
    />
  );
}

interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'mono' | 'trailing'> {
  /** Noun in its button labels: "shared secret", "write key". */
  noun: string;
}

/** A secret: masked, revealed on request, copied without revealing. */
export function SecretField({ noun, value, ...rest }: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...rest}
      {...(value === undefined ? {} : { value })}
      type={isShown ? 'text' : 'password'}
      // "new-password" is the only value that keeps browsers from offering a saved login.
      autoComplete={isShown ? 'off' : 'new-password'}
      mono
      className={rest.className}
      trailing={
        <span className="-mr-1 flex">
          <IconButton
            size="small"
            icon={isShown ? EyeOff : Eye}
            label={isShown ? `Hide ${noun}` : `Show ${noun}`}
            onClick={() => setIsShown(!isShown)}
          />
          {value !== undefined && <CopyButton value={value} label={`Copy ${noun}`} />}
        </span>
      }
    />
  );
}
