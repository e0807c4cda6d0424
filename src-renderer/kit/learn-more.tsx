/** Links to the documentation bundled with the app. */
import type { ReactNode } from 'react';
import type { PageName } from './routing/route.ts';

/** Page and heading in docs; a test checks that both exist. */
export const topics = {
  agents: ['tools for agents', 'guides/agents'],
  audiences: ['audiences and syncs', 'guides/audiences-and-deletions#syncs'],
  certificates: ['certificates', 'security#certificates'],
  certifySender: ['certifying a sender', 'guides/certify-a-sender'],
  configuration: ['the configuration file', 'reference/configuration'],
  destinations: ['destinations', 'reference/configuration#destinations'],
  explorations: ['exploring a scenario', 'guides/idempotency'],
  filters: ['the filter language', 'reference/filters'],
  firstDelivery: ['sending messages', 'guides/first-delivery#send-a-message'],
  forwarding: ['forwarding', 'reference/mocks#forwarding'],
  deliveries: ['inspecting deliveries and sending copies', 'guides/inspect-and-copy'],
  placeholders: ['placeholders', 'guides/first-delivery#placeholders'],
  profiles: ['provider profiles', 'reference/profiles'],
  mocks: ['mocks', 'reference/mocks'],
  mockCertificates: ['certificates of mock endpoints', 'reference/mocks#certificates'],
  retention: ['retention', 'reference/configuration#retention'],
  retries: ['retries', 'reference/deliveries#retry-schedule'],
  rules: ['rules', 'reference/mocks#rules'],
  sdks: ['sending from an SDK', 'guides/first-delivery#send-from-an-sdk'],
  scenarios: ['scenarios', 'reference/scenarios#rehearse'],
  steps: ['steps and faults', 'reference/mocks#steps'],
  settings: ['settings', 'reference/configuration#settings'],
  signatureCheck: ['signature checks', 'guides/verify-signatures#find-out-why-verification-fails'],
  workspaces: ['workspaces', 'guides/workspaces'],
  virtualClock: ['virtual time', 'guides/rehearse-an-outage#move-the-clock'],
} as const satisfies Record<string, readonly [about: string, heading: string]>;

export type Topic = keyof typeof topics;

const topicOf: Readonly<Partial<Record<PageName, Topic>>> = {
  deliveries: 'deliveries',
  connections: 'destinations',
  audiences: 'audiences',
  rehearse: 'scenarios',
  settings: 'settings',
};

const docsUrl = 'docs/index.html';

/** Relative to the interface, as `docs/reference/filters.html#time`. */
function urlOf(topic: Topic): string {
  const [page = '', heading] = topics[topic][1].split('#');
  return `docs/${page}.html${heading === undefined ? '' : `#${heading}`}`;
}

/** Opens in an own window of the desktop app, or in a browser tab. */
const newWindow = { target: '_blank', rel: 'noopener' } as const;
const linkStyle = 'flex-none rounded-chip text-small font-medium text-accent hover:underline';

interface LearnMoreProps {
  readonly topic: Topic;
  /** Default: "Learn more". */
  readonly children?: ReactNode;
}

export function LearnMore({ topic, children = 'Learn more' }: LearnMoreProps) {
  return (
    <a href={urlOf(topic)} {...newWindow} className={linkStyle}>
      {children}
      <span className="sr-only"> about {topics[topic][0]}</span>
    </a>
  );
}

/** The documentation, and its part about the current page. */
export function DocsLinks({ page }: { readonly page: PageName }) {
  const topic = topicOf[page];
  return (
    <p className="flex gap-4">
      {topic !== undefined && (
        <a href={urlOf(topic)} {...newWindow} className={linkStyle}>
          About {topics[topic][0]}
        </a>
      )}
      <a href={docsUrl} {...newWindow} className={linkStyle}>
        Documentation
      </a>
    </p>
  );
}

export function openDocs(topic?: Topic): void {
  window.open(topic === undefined ? docsUrl : urlOf(topic), newWindow.target, newWindow.rel);
}
