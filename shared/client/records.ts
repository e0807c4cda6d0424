/** The records of spec 2.3, in camelCase. */

/**
 * Matches interfaces and class instances. Excludes arrays, functions, dates and collections, which
 * have such a symbol.
 */
type Instance = object & {
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.toPrimitive]?: never;
  readonly [Symbol.toStringTag]?: never;
};

/** Any keys, with JSON values. */
export type Fields = { readonly [key: string]: unknown } | Instance;

interface Common {
  /** Destinations by name, on or off; `All` applies to the others (spec 4.3). */
  readonly integrations?: Fields;
  /** When it happened, as ISO 8601 or a Date. By default the server assigns the time. */
  readonly timestamp?: string | Date;
  /** Context of the event, such as the user's IP address; not a trait of the user. */
  readonly context?: Fields;
  /** Lets the server recognize duplicates; random by default. */
  readonly messageId?: string;
}

/** The user: an ID from your database, or an ID for an unknown visitor. */
type Identity =
  | { readonly userId: string; readonly anonymousId?: string }
  | { readonly userId?: string; readonly anonymousId: string };

/** Who a user is. Send it when an account is created, and when traits change. */
export type Identify = Common & Identity & { readonly traits?: Fields };

/** Something a user did. */
export type Track = Common & Identity & { readonly event: string; readonly properties?: Fields };

/** A page a user saw. */
export interface Page extends Common {
  readonly userId: string;
  readonly anonymousId?: string;
  readonly category?: string;
  readonly name?: string;
  /** Recognized: `url`, `title`, `referrer`, `path`; sent as the message's `properties`. */
  readonly traits?: Fields;
}

/** A group that a user belongs to, such as a company. */
export type Group = Common & Identity & { readonly groupId: string; readonly traits?: Fields };

/** Replaces an ID with a new one. */
export interface Alias extends Common {
  /** The new ID. */
  readonly userId: string;
  /** The old ID. */
  readonly previousId: string;
}

export interface Message {
  readonly [field: string]: unknown;
  readonly type: 'identify' | 'track' | 'page' | 'group' | 'alias';
  readonly messageId: string;
}
