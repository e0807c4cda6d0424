import { Field } from '@base-ui/react/field';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface TextAreaProps
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
