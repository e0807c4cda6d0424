/** A file with requests of every kind: local, remote, redacted, skipped and invalid. */

export const importedLine = (
  url: string,
  data: string,
  headers: readonly (readonly [string, string])[] = [],
): string =>
  JSON.stringify({
    kind: 'hookwright.delivery',
    version: 1,
    body: { encoding: 'utf8', data },
    requests: [{ method: 'POST', url, headers }],
  });

export const importedLines = [
  importedLine('http://127.0.0.1:9/hook', '{"n":1}', [['Authorization', '[redacted]']]),
  importedLine('https://hooks.example.com/in', '{"n":2}'),
  importedLine('http://127.0.0.1:9/hook?token=%5Bredacted%5D', '{"n":3}'),
  '{"kind":',
  JSON.stringify({ ...JSON.parse(importedLine('http://127.0.0.1:9/', '')), body: null }),
].join('\n');
