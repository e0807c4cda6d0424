/** One way to the core, from its opening to its end. */
import type { ClientLink } from '@orpc/client';

export type CoreLink = ClientLink<Record<never, never>>;

/** Why a link ended: it broke, or the core knows no such token (any more). */
export type LinkEnd = 'lost' | 'unauthorised';

export interface OpenedLink {
  readonly link: CoreLink;
  /** Settles once, when the link has ended. */
  readonly ended: Promise<LinkEnd>;
  readonly close: () => void;
}

export type OpenLink = () => OpenedLink;
