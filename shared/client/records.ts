/** What a call is given: the records of spec 2.3, in camelCase. */

/** Matches interfaces and class instances. Arrays, functions, dates and collections have such a symbol. */
type Instance = object & {
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.toPrimitive]?: never;
  readonly [Symbol.toStringTag]?: never;
};

/** Any keys, with JSON values. */
export type Fields = { readonly [key: string]: unknown } | Instance;

interface Common {
  /** Destinations by name, on or off; `All` stands for those not named (spec 4.3). */
  readonly integrations?: Fields;
  /** When it happened, as ISO 8601 or a Date; without it the server assigns the time. */
  readonly timestamp?: string | Date;
  /** What surrounds the event, such as the address of the user; no trait of the user. */
  readonly context?: Fields;
  /** By which the server knows a message it has; made when it is not given. */
  readonly messageId?: string;
}

/** Whom it is about: the id in your database, or one for a user whose identity is unknown. */
type Identity =
  | { readonly userId: string; readonly anonymousId?: string }
  | { readonly userId?: string; readonly anonymousId: string };

/** Who a user is: once when an account is created, and again only when traits change. */
export type Identify = Common & Identity & { readonly traits?: Fields };

/** Something a user did. */
export type Track = Common & Identity & { readonly event: string; readonly properties?: Fields };

/** A page a user saw. */
export interface Page extends Common {
  readonly userId: string;
  readonly anonymousId?: string;
  readonly category?: string;
  readonly name?: string;
  /** Recognised: `url`, `title`, `referrer`, `path`; sent as the message's `properties`. */
  readonly traits?: Fields;
}

/** The group, such as a company, that a user belongs to. */
export type Group = Common & Identity & { readonly groupId: string; readonly traits?: Fields };

/** That an id is from now on another one. */
export interface Alias extends Common {
  /** The new id. */
  readonly userId: string;
  /** The id it had. */
  readonly previousId: string;
}

/** A message as it is sent. */
export interface Message {
  readonly [field: string]: unknown;
  readonly type: 'identify' | 'track' | 'page' | 'group' | 'alias';
  readonly messageId: string;
}
