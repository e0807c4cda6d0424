/** `hookwright/client`: sends events from server code (spec 2.3, 4.3, 8). */
export { Analytics } from './analytics.ts';
export type { Fetch } from './deliver.ts';
export type { DeliveryErrorCode } from './errors.ts';
export { ClosedError, DeliveryError, FieldError, QueueFullError } from './errors.ts';
export type { Options, TimeLimit } from './options.ts';
export type { Alias, Fields, Group, Identify, Message, Page, Track } from './records.ts';
export type { Batch } from './report.ts';
