import { Plus, TriangleAlert } from 'lucide-react';
import { useController, useFormContext } from 'react-hook-form';
import { usesMock } from '#renderer/connections/mock-of.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { type MockFault, mockFaultNames, mockFaults } from '#shared/mocks/faults.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import type { MockDraft } from './editor/mock-draft.ts';
import {
  addToDestination,
  addToNewDestination,
  copySecret,
  secretsDiffer,
  webhookProblem,
} from './use-as-webhook.ts';

/** Evaluated before the steps: the outage, then the rate limit. */
export function EndpointCard() {
  const { control } = useFormContext<MockDraft>();
  const outage = useController({ control, name: 'outage.on' });
  const rate = useController({ control, name: 'rateLimit.on' });
  return (
    <Card title="Outage and rate limit" meta="override steps">
      <div className="flex flex-col gap-2">
        <Checkbox
          checked={outage.field.value}
          onChange={outage.field.onChange}
          label="Outage (virtual time)"
        />
        {outage.field.value && <OutageFields />}
        <Checkbox
          checked={rate.field.value}
          onChange={rate.field.onChange}
          label="Rate limit: return 429 with Retry-After"
        />
        {rate.field.value && (
          <div className="grid grid-cols-2 gap-x-3 pl-5.75">
            <NumberInput name="rateLimit.perSecond" label="Limit" unit="per second" min={1} />
            <NumberInput name="rateLimit.retryAfterSeconds" label="Retry-After" unit="s" min={0} />
          </div>
        )}
      </div>
    </Card>
  );
}

function OutageFields() {
  const { control } = useFormContext<MockDraft>();
  const kind = useController({ control, name: 'outage.kind' });
  const fault = useController({ control, name: 'outage.fault' });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-1 pl-5.75">
      <div className="col-span-2 mb-1">
        <Segmented
          label="Schedule"
          size="small"
          value={kind.field.value}
          onChange={kind.field.onChange}
          segments={[
            { value: 'window', label: 'Once, from now' },
            { value: 'daily', label: 'Every day' },
          ]}
        />
      </div>
      {kind.field.value === 'window' ? (
        <Duration />
      ) : (
        <>
          <TimeOfDay name="outage.from" label="From" hint="HH:MM" />
          <TimeOfDay name="outage.to" label="To" hint="Can cross midnight" />
        </>
      )}
      <Field label="Outage fault" error={fault.fieldState.error?.message}>
        <Select<MockFault>
          value={fault.field.value}
          onChange={fault.field.onChange}
          options={mockFaultNames.map((value) => ({ value, label: mockFaults[value].title }))}
        />
      </Field>
      {mockFaults[fault.field.value].hasStatus && (
        <NumberInput name="outage.status" label="Outage status" min={100} />
      )}
    </div>
  );
}

/** A changed duration is a new outage. */
function Duration() {
  const { control, setValue } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name: 'outage.duration' });
  return (
    <div className="col-span-2">
      <Field label="Duration" hint="Starts when saved" error={fieldState.error?.message}>
        <TextField
          {...field}
          onChange={(event) => {
            field.onChange(event);
            setValue('outage.startsAt', undefined, { shouldDirty: true });
          }}
          autoComplete="off"
          placeholder="2 h"
          className="tabular-nums"
        />
      </Field>
    </div>
  );
}

interface TimeOfDayProps {
  readonly name: 'outage.from' | 'outage.to';
  readonly label: string;
  readonly hint: string;
}

function TimeOfDay({ name, label, hint }: TimeOfDayProps) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      <TextField {...field} autoComplete="off" placeholder="00:10" className="tabular-nums" />
    </Field>
  );
}

interface NumberInputProps {
  readonly name: 'rateLimit.perSecond' | 'rateLimit.retryAfterSeconds' | 'outage.status';
  readonly label: string;
  readonly unit?: string;
  readonly min: number;
}

function NumberInput({ name, label, unit, min }: NumberInputProps) {
  const { control } = useFormContext<MockDraft>();
  const { field, fieldState } = useController({ control, name });
  return (
    <Field label={label} error={fieldState.error?.message}>
      <NumberField
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        min={min}
        unit={unit}
      />
    </Field>
  );
}

export function DestinationsCard({ mock }: { mock: Mock }) {
  const destinations = useItems(collections.destinations);
  const using = destinations.filter((destination) => usesMock(destination, mock));
  return (
    <Card title="Destinations" meta={`${using.length} of ${destinations.length} connected`}>
      {destinations.length > 0 && (
        <ul className="mb-2 flex max-h-72 flex-col gap-1.5 overflow-y-auto p-0.5">
          {destinations.map((destination) => (
            <Row
              key={destination.id}
              destination={destination}
              mock={mock}
              isUsing={using.includes(destination)}
            />
          ))}
        </ul>
      )}
      <Button
        variant="quiet"
        icon={Plus}
        className="-ml-2.5"
        shortcut="w"
        disabledReason={mock.url === null ? 'Not listening' : undefined}
        onClick={() => void addToNewDestination(mock)}
      >
        Use in new destination
      </Button>
    </Card>
  );
}

interface RowProps {
  readonly destination: Destination;
  readonly mock: Mock;
  readonly isUsing: boolean;
}

function Row({ destination, mock, isUsing }: RowProps) {
  const { id, name } = destination;
  const differs = isUsing && secretsDiffer(destination, mock);
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <span className="flex min-h-6.5 min-w-0 items-center gap-2">
        <RouteLink to={{ page: 'destinations', path: [id] }} className="min-w-0 flex-1 truncate">
          {visibleLine(name)}
        </RouteLink>
        {isUsing ? (
          <span className="flex-none text-small text-fg-2">connected</span>
        ) : (
          <Button
            className="h-6.5 text-small"
            disabledReason={webhookProblem(destination, mock)}
            aria-label={`Use as webhook for ${name}`}
            onClick={() => void addToDestination(mock, destination)}
          >
            Use as webhook
          </Button>
        )}
      </span>
      {differs && (
        <span className="flex items-center gap-1.5 text-small text-warn">
          <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="flex-1">Different secret</span>
          <Button className="h-6.5 text-small" onClick={() => void copySecret(mock, destination)}>
            Use destination's secret
          </Button>
        </span>
      )}
    </li>
  );
}
