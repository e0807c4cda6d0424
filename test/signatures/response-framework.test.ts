import { describe, expect, it } from 'vitest';
import { responseFramework } from '#shared/signatures/receiver-response.ts';
import type { Language } from '#shared/signatures/signature.ts';

describe('the framework of a server', () => {
  it.each<[string, string, Language, string | null]>([
    ['X-Powered-By', 'Express', 'node', 'express'],
    ['X-Powered-By', 'Next.js', 'node', 'nextjs'],
    ['server', 'Werkzeug/3.1.3 Python/3.13.1', 'python', 'flask'],
    ['server', 'WSGIServer/0.2 CPython/3.13.1', 'python', 'django'],
    ['server', 'uvicorn', 'python', 'fastapi'],
    ['server', 'gunicorn', 'python', null],
    ['X-Powered-By', 'PHP/8.4.1', 'php', 'php'],
    ['Server', 'Kestrel', 'csharp', 'aspnet'],
    ['Server', 'Jetty(12.0.16)', 'java', null],
    ['Server', 'WEBrick/1.9.1 (Ruby/3.4.1/2024-12-25)', 'ruby', null],
  ])('is known from %s: %s', (name, value, language, framework) => {
    expect(responseFramework([[name, value]])).toEqual({ language, framework });
  });

  it('is unknown otherwise', () => {
    expect(
      responseFramework([
        ['Server', 'nginx/1.27'],
        ['Content-Type', 'text/x-python'],
      ]),
    ).toBeUndefined();
  });
});
