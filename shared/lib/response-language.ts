/** Guesses a receiver's language from its response headers, for the language of fixes. */
import type { HeaderLines } from '../schemas/message.ts';
import type { Language } from '../schemas/signature.ts';

/** What frameworks and servers call themselves in Server and X-Powered-By. */
const signs: readonly (readonly [Language, RegExp])[] = [
  ['node', /\b(?:express|next\.js|node|koa|nestjs)\b/i],
  ['python', /\b(?:python|werkzeug|gunicorn|uvicorn|hypercorn|daphne|wsgi)/i],
  ['php', /\bphp\b/i],
  ['ruby', /\b(?:ruby|puma|webrick|phusion|thin|unicorn)\b/i],
  ['java', /\b(?:jetty|tomcat|undertow|coyote|servlet)/i],
  ['csharp', /\b(?:kestrel|asp\.net)/i],
];

/** Undefined if the headers don't say. */
export function responseLanguage(headers: HeaderLines): Language | undefined {
  const names = headers
    .filter(([name]) => /^(?:server|x-powered-by)$/i.test(name))
    .map(([, value]) => value)
    .join(' ');
  return signs.find(([, pattern]) => pattern.test(names))?.[0];
}
