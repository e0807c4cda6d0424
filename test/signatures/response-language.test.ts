import { describe, expect, it } from 'vitest';
import { responseLanguage } from '#shared/signatures/receiver-response.ts';
import type { Language } from '#shared/signatures/signature.ts';

describe('the language of a server', () => {
  it.each<[string, string, Language]>([
    ['X-Powered-By', 'Express', 'node'],
    ['server', 'Werkzeug/3.1.3 Python/3.13.1', 'python'],
    ['server', 'uvicorn', 'python'],
    ['X-Powered-By', 'PHP/8.4.1', 'php'],
    ['Server', 'Kestrel', 'csharp'],
    ['Server', 'Jetty(12.0.16)', 'java'],
    ['Server', 'WEBrick/1.9.1 (Ruby/3.4.1/2024-12-25)', 'ruby'],
  ])('is known from %s: %s', (name, value, language) => {
    expect(responseLanguage([[name, value]])).toBe(language);
  });

  it('is unknown otherwise', () => {
    expect(
      responseLanguage([
        ['Server', 'nginx/1.27'],
        ['Content-Type', 'text/x-python'],
      ]),
    ).toBeUndefined();
  });
});
