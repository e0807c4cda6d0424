import { type ComponentType, useEffect } from 'react';
import { useSettings, useSystem } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { NotFound } from '#renderer/kit/routing/not-found.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { useRoute } from '#renderer/kit/routing/route-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
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
  ThirdPartyNotices,
} from './interface-sections.tsx';

interface Section {
  /** In the address: `#/settings/privacy`. */
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
}

interface Group {
  readonly id: string;
  readonly title: string;
  /** Whether its sections show what the host stores: they appear together, once it is loaded. */
  readonly isStored?: boolean;
  readonly sections: readonly [Section, ...Section[]];
}

const desktop: Section = { id: 'desktop', title: 'Desktop app', Content: DesktopSection };

const groups: readonly [Group, ...Group[]] = [
  {
    id: 'general',
    title: 'General',
    sections: [
      { id: 'appearance', title: 'Appearance', Content: AppearanceSection },
      { id: 'notifications', title: 'Notifications', Content: NotificationsSection },
      { id: 'shortcuts', title: 'Keyboard shortcuts', Content: ShortcutsSection },
      ...(host.desktop === null ? [] : [desktop]),
    ],
  },
  {
    id: 'network',
    title: 'Network',
    isStored: true,
    sections: [
      { id: 'addresses', title: 'Addresses', Content: AddressesSection },
      {
        id: 'authorities',
        title: 'Certificate authorities',
        Content: CertificateAuthoritiesSection,
      },
      { id: 'delivery', title: 'Delivery', Content: DeliverySection },
    ],
  },
  {
    id: 'data',
    title: 'Data',
    isStored: true,
    sections: [
      { id: 'data', title: 'Stored data', Content: DataSection },
      { id: 'privacy', title: 'Privacy', Content: PrivacySection },
      { id: 'configuration', title: 'Configuration', Content: ConfigurationSection },
    ],
  },
  {
    id: 'about',
    title: 'About',
    sections: [
      { id: 'about', title: 'Version', Content: AboutSection },
      {
        id: 'third-party-notices',
        title: 'Third-party notices',
        Content: ThirdPartyNotices,
      },
    ],
  },
];

const elementId = (section: Section): string => `settings-${section.id}`;

/** The group and section at an address; of a group, its first section. */
function placeAt(id: string | undefined): readonly [Group, Section] | undefined {
  const group =
    id === undefined
      ? groups[0]
      : groups.find((one) => one.id === id || one.sections.some((section) => section.id === id));
  if (group === undefined) return undefined;
  return [group, group.sections.find((section) => section.id === id) ?? group.sections[0]];
}

export function SettingsPage() {
  const place = placeAt(useRoute((state) => state.route.path[0]));
  const isLoaded = [useSystem(), useSettings()].every((loaded) => loaded !== null);
  return (
    <div className="flex h-full flex-col">
      <PlaceHeader title="Settings" news="Kept on this machine." />
      <div className="grid min-h-0 flex-1 grid-cols-[200px_minmax(0,1fr)] max-md:grid-cols-[176px_minmax(0,1fr)]">
        <nav
          aria-label="Settings"
          className="flex flex-col gap-0.5 overflow-y-auto border-r border-line bg-bg-1 p-2"
        >
          {groups.map(({ id, title, sections }) => (
            <div key={id} className="mb-2 grid gap-0.5">
              <h2 className="px-2.5 py-1 text-label text-fg-3">{title}</h2>
              {sections.map((section) => (
                <SectionLink key={section.id} section={section} current={section === place?.[1]} />
              ))}
            </div>
          ))}
        </nav>
        {place === undefined ? (
          <NotFound />
        ) : place[0].isStored && !isLoaded ? (
          <LateSpinner label="Loading settings" />
        ) : (
          <GroupContent group={place[0]} current={place[1]} />
        )}
      </div>
    </div>
  );
}

function SectionLink({ section, current }: { section: Section; current: boolean }) {
  return (
    <RouteLink
      plain
      to={{ page: 'settings', path: [section.id] }}
      isCurrent={current}
      className={cx(
        'flex h-control flex-none items-center rounded-control px-2.5 font-medium transition-colors -outline-offset-2',
        current ? 'bg-accent-bg text-accent' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
      )}
    >
      <span className="min-w-0 truncate">{section.title}</span>
    </RouteLink>
  );
}

/** All sections of a group in one column, scrolled to the current one. */
function GroupContent({ group, current }: { group: Group; current: Section }) {
  const { title, sections } = group;
  useEffect(() => {
    void document.getElementById(elementId(current))?.scrollIntoView();
  }, [current]);
  return (
    <ScrollRegion
      key={group.id}
      label={title}
      className="overflow-y-auto bg-bg-0 px-6 pb-6 -outline-offset-2 max-md:px-4"
    >
      <div className="mx-auto flex max-w-[640px] flex-col">
        {sections.map((section) => (
          <section
            key={section.id}
            id={elementId(section)}
            aria-labelledby={`${elementId(section)}-title`}
            className="flex flex-col gap-4 pt-5"
          >
            <h2
              id={`${elementId(section)}-title`}
              className="text-thing font-[640] tracking-[-0.014em]"
            >
              {section.title}
            </h2>
            <section.Content />
          </section>
        ))}
      </div>
    </ScrollRegion>
  );
}
