/**
 * What a shop's page has of RudderStack's browser SDK; bundled for the page by sdk-page.ts. The
 * "bundled" build has its plugins with it, which the other one loads from RudderStack's CDN.
 */
import { type LoadOptions, RudderAnalytics } from '@rudderstack/analytics-js/bundled';

declare global {
  var rudder: RudderAnalytics;
  var loadRudder: (host: string, writeKey: string, options?: Partial<LoadOptions>) => void;
}

globalThis.rudder = new RudderAnalytics();
globalThis.loadRudder = (host, writeKey, options) =>
  rudder.load(writeKey, host, { configUrl: host, ...options });
