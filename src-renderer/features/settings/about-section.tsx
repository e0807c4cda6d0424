import { useSystem } from '#renderer/stores/system-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Mark } from '#renderer/ui/mark.tsx';

export function AboutSection() {
  const system = useSystem((state) => state.system);
  return (
    <Card title="Hookwright" padded={false}>
      <div className="flex gap-3 p-3">
        <span className="text-accent">
          <Mark />
        </span>
        <p>
          A desktop workbench for webhooks: events in, signed deliveries out, every byte on the
          screen. It needs no account, sends nothing to anyone but your webhooks, and measures
          nothing about you.
        </p>
      </div>
      <div className="border-t border-line">
        <KeyValueList
          label="About Hookwright"
          items={[
            { key: 'Version', value: system?.version ?? '…' },
            { key: 'Sends as', value: 'Hookwright/1.0' },
            { key: 'Licence', value: 'MIT' },
          ]}
        />
      </div>
    </Card>
  );
}
