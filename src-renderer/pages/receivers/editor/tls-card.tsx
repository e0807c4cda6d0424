import { useController, useFormContext } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { receiverTlsKinds, receiverTlsNames } from '#shared/lib/receiver-names.ts';
import type { TlsFloor } from '#shared/schemas/receiver.ts';
import { tlsTitles } from './fault-labels.ts';
import type { ReceiverDraft } from './receiver-draft.ts';

/** Whether it is reached over https, with which certificate. */
export function TlsCard() {
  const { control } = useFormContext<ReceiverDraft>();
  const tls = useController({ control, name: 'tls' });
  const floor = useController({ control, name: 'tlsFloor' });
  return (
    <Card title="TLS" meta={tls.field.value === 'none' ? 'http' : 'https'}>
      <div className="flex flex-col gap-1.5">
        <Field
          label="Certificate"
          error={tls.fieldState.error?.message}
          hint={receiverTlsKinds[tls.field.value]}
        >
          <Select
            value={tls.field.value}
            onChange={tls.field.onChange}
            options={receiverTlsNames.map((value) => ({
              value,
              label: tlsTitles[value],
              hint: receiverTlsKinds[value],
            }))}
          />
        </Field>
        {tls.field.value !== 'none' && (
          <div className="flex items-center gap-2.5">
            <span className="font-medium">Oldest TLS version</span>
            <Segmented<TlsFloor>
              label="Oldest TLS version"
              size="small"
              value={floor.field.value}
              onChange={floor.field.onChange}
              segments={[
                { value: '1.2', label: '1.2' },
                { value: '1.3', label: '1.3' },
              ]}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
