import type { ComponentType } from 'react';
import { host } from '#renderer/kit/host/host.ts';
import { addressOf, navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { AddressesSection } from './addresses-section.tsx';
import { CertificateAuthoritiesSection } from './certificate-authorities-section.tsx';
import { ConfigurationSection } from './configuration-section.tsx';
import { DataSection, PrivacySection } from './data-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { DesktopSection } from './desktop-section.tsx';
import {
  AboutSection,
  AppearanceSection,
  NotificationsSection,
  ShortcutsSection,
} from './interface-sections.tsx';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

const appearance: Section = { id: 'appearance', title: 'Appearance', Content: AppearanceSection };

const sections: readonly Section[] = [
  appearance,
  ...(host.desktop === null
    ? []
    : [{ id: 'desktop', title: 'Desktop app', Content: DesktopSection }]),
  { id: 'addresses', title: 'Addresses', Content: AddressesSection },
  { id: 'delivery', title: 'Delivery', Content: DeliverySection },
  { id: 'notifications', title: 'Notifications', Content: NotificationsSection },
  { id: 'authorities', title: 'Trusted CAs', Content: CertificateAuthoritiesSection },
  { id: 'privacy', title: 'Privacy', Content: PrivacySection },
  { id: 'data', title: 'Data', Content: DataSection },
  { id: 'configuration', title: 'Configuration', Content: ConfigurationSection },
  { id: 'shortcuts', title: 'Keyboard shortcuts', Content: ShortcutsSection },
  { id: 'about', title: 'About', Content: AboutSection },
];

export function SettingsPage() {
  const requestedId = useRoute((state) => state.route.path[0]);
  const current = sections.find(({ id }) => id === requestedId) ?? appearance;
  const { Content } = current;
  return (
    <div className="grid h-full grid-cols-[200px_minmax(0,1fr)]">
      <nav
        aria-label="Settings"
        className="flex flex-col gap-0.5 overflow-y-auto border-r border-line bg-bg-1 p-2"
      >
        {sections.map((section) => (
          <SectionLink key={section.id} section={section} current={section === current} />
        ))}
      </nav>
      <section aria-labelledby="settings-title" className="overflow-y-auto bg-bg-0 p-6">
        <div className="mx-auto flex max-w-[640px] flex-col gap-4">
          <h1 id="settings-title" className="text-title font-[620] tracking-[-0.012em]">
            {current.title}
          </h1>
          <Content />
        </div>
      </section>
    </div>
  );
}

function SectionLink({ section, current }: { section: Section; current: boolean }) {
  const to = { page: 'settings', path: [section.id] } as const;
  return (
    <a
      href={addressOf(to)}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
      className={cx(
        'flex h-control flex-none items-center rounded-control px-2.5 font-medium transition-colors -outline-offset-2',
        current ? 'bg-accent-bg text-accent' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
      )}
    >
      {section.title}
    </a>
  );
}
