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

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange'> {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ComponentProps<'textarea'>['onChange'];
  mono?: boolean | undefined;
}

/** Several lines of text. For JSON that should be understood, use the code editor. */
export function TextArea({ mono, className, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field.Control
      render={
        <textarea
          rows={rows}
          spellCheck={!mono}
          {...rest}
          className={cx(
            'control-frame h-auto min-h-[30px] resize-y px-2 py-1.5 focus-visible:outline-offset-1',
            mono && 'bytes leading-[19px]',
            className,
          )}
        />
      }
    />
  );
}

interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'mono' | 'trailing'> {
  /** Names the secret in its buttons: "shared secret", "write key". */
  noun: string;
  /** What the copy button copies, where the field is uncontrolled. Left out: no copy button. */
  copyValue?: string | (() => string | Promise<string>) | undefined;
}

/** A secret: masked until asked for, and copied without being shown. */
export function SecretField({ noun, copyValue, value, ...rest }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const copied = copyValue ?? value;
  return (
    <TextField
      {...rest}
      {...(value === undefined ? {} : { value })}
      type={shown ? 'text' : 'password'}
      // "new-password" is the only value with which browsers do not offer a saved login.
      autoComplete={shown ? 'off' : 'new-password'}
      mono
      className={rest.className}
      trailing={
        <span className="-mr-1 flex">
          <IconButton
            size="small"
            icon={shown ? EyeOff : Eye}
            label={shown ? `Hide ${noun}` : `Show ${noun}`}
            onClick={() => setShown(!shown)}
          />
          {copied !== undefined && <CopyButton value={copied} label={`Copy ${noun}`} />}
        </span>
      }
    />
  );
}
