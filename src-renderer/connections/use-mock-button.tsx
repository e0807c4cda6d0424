import { SatelliteDish } from 'lucide-react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';

interface UseMockButtonProps {
  readonly onChoose: (url: string) => void;
}

/** Fills a URL field with that of a mock endpoint. */
export function UseMockButton({ onChoose }: UseMockButtonProps) {
  const mocks = useItems(collections.mocks);
  const listening = mocks.flatMap(({ id, name, url }) => (url === null ? [] : [{ id, name, url }]));
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon={SatelliteDish}
          disabledReason={listening.length === 0 ? 'There is none' : undefined}
        >
          Use a mock endpoint
        </Button>
      }
      groups={[
        listening.map(({ id, name, url }) => ({ id, label: name, run: () => onChoose(url) })),
      ]}
    />
  );
}
