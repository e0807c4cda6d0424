/** Code that sends a first event to this endpoint with this key. */
import { quoted as shellWord } from '#shared/kit/shell.ts';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** Install command of the client library; null if none is needed. */
  readonly install: string | null;
  readonly code: string;
}

/** A string literal in JavaScript, Go and Python. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

export function snippetsFor(endpoint: string, writeKey: string): readonly Snippet[] {
  const key = quoted(writeKey);
  const host = quoted(endpoint);
  return [
    {
      id: 'node',
      title: 'Node',
      install: 'npm install @segment/analytics-node',
      code: `import { Analytics } from '@segment/analytics-node';

const analytics = new Analytics({
  writeKey: ${key},
  host: ${host},
});

analytics.track({
  userId: '019mr8mf4r',
  event: 'Order Completed',
  properties: { total: 129.9 },
});
await analytics.closeAndFlush();
`,
    },
    {
      id: 'browser',
      title: 'Browser',
      install: 'npm install @segment/analytics-next',
      code: `import { AnalyticsBrowser } from '@segment/analytics-next';

const analytics = AnalyticsBrowser.load({
  writeKey: ${key},
  cdnURL: ${host},
});

analytics.identify('019mr8mf4r');
analytics.track('Order Completed', { total: 129.9 });
`,
    },
    {
      id: 'go',
      title: 'Go',
      install: 'go get github.com/segmentio/analytics-go/v3',
      code: `package main

import "github.com/segmentio/analytics-go/v3"

func main() {
	client, err := analytics.NewWithConfig(
		${key},
		analytics.Config{Endpoint: ${host}},
	)
	if err != nil {
		panic(err)
	}
	defer client.Close()

	properties := analytics.NewProperties().Set("total", 129.9)
	client.Enqueue(analytics.Track{
		UserId:     "019mr8mf4r",
		Event:      "Order Completed",
		Properties: properties,
	})
}
`,
    },
    {
      id: 'python',
      title: 'Python',
      install: 'pip install segment-analytics-python',
      code: `from segment.analytics.client import Client

client = Client(${key}, host=${host})

client.track(
    user_id="019mr8mf4r",
    event="Order Completed",
    properties={"total": 129.9},
)
client.shutdown()
`,
    },
    {
      id: 'curl',
      title: 'cURL',
      install: null,
      code: `curl ${shellWord(`${endpoint}/v1/track`)} \\
  -u ${shellWord(`${writeKey}:`)} \\
  -H 'Content-Type: application/json' \\
  -d '{"userId":"019mr8mf4r","event":"Order Completed","properties":{"total":129.9}}'
`,
    },
  ];
}
