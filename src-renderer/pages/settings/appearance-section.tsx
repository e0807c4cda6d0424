import { chooseTheme, useTheme } from '#renderer/stores/theme-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';

export function AppearanceSection() {
  const theme = useTheme((state) => state.theme);
  return (
    <Card title="Theme">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Theme"
          value={theme}
          onChange={chooseTheme}
          segments={[
            { value: 'system', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <span className="text-fg-2">
          {theme === 'system'
            ? 'Follows the system, also when it changes with the time of day.'
            : 'Kept for this window or browser.'}
        </span>
      </div>
    </Card>
  );
}
