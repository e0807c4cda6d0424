import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface SecretFieldProps extends Omit<TextFieldProps, 'type' | 'mono' | 'trailing'> {
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
