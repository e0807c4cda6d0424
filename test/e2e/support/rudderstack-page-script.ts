/**
 * A shop page's use of RudderStack's browser SDK; bundled by sdk-page.ts. The "bundled" build includes
 * its plugins, which the other build loads from RudderStack's CDN.
 */
import { type LoadOptions, RudderAnalytics } from '@rudderstack/analytics-js/bundled';

declare global {
  var rudder: RudderAnalytics;
  var loadRudder: (host: string, writeKey: string, options?: Partial<LoadOptions>) => void;
}

globalThis.rudder = new RudderAnalytics();
globalThis.loadRudder = (host, writeKey, options) =>
  rudder.load(writeKey, host, { configUrl: host, ...options });
