/** What a shop's page has of the browser SDK; bundled for the page by sdk-page.ts. */
import { AnalyticsBrowser } from '@segment/analytics-next';

declare global {
  var analytics: AnalyticsBrowser;
  var loadAnalytics: typeof load;
}

function load(...settings: Parameters<typeof AnalyticsBrowser.load>): void {
  globalThis.analytics = AnalyticsBrowser.load(...settings);
}

globalThis.loadAnalytics = load;
