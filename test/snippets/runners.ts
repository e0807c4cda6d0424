/**
 * How to run each snippet, and what it requires. ASP.NET and axum are missing, because their tools
 * would download packages first.
 */

export type Command = readonly [command: string, ...rest: string[]];

export interface Runner {
  /** Succeeds if the snippet can be run. */
  readonly probe: Command;
  /** The missing requirement. */
  readonly needs: string;
  /** Files and folders next to the code, from `hosts`. */
  readonly beside?: readonly string[];
  readonly build?: Command;
  readonly run: Command;
}

const node = process.execPath;
const hasNode: Command = [node, '--version'];
const imports = (module: string): Command => ['python3', '-c', `import ${module}`];

export const runners: Readonly<Record<string, Runner>> = {
  'node-http': { probe: hasNode, needs: 'Node', run: [node, 'receiver.mjs'] },
  express: { probe: hasNode, needs: 'Node', run: [node, 'receiver.mjs'] },
  fastify: { probe: hasNode, needs: 'Node', run: [node, 'receiver.mjs'] },
  nextjs: {
    probe: hasNode,
    needs: 'Node',
    beside: ['nextjs-host.mjs'],
    run: [node, 'nextjs-host.mjs'],
  },
  flask: { probe: imports('flask'), needs: 'Flask', run: ['python3', 'receiver.py'] },
  fastapi: {
    probe: imports('fastapi, uvicorn'),
    needs: 'FastAPI with uvicorn',
    run: ['python3', 'receiver.py'],
  },
  django: {
    probe: imports('django'),
    needs: 'Django',
    beside: ['django_host.py'],
    run: ['python3', 'django_host.py'],
  },
  go: {
    probe: ['go', 'version'],
    needs: 'Go',
    build: ['go', 'build', '-o', 'receiver', 'main.go'],
    run: ['./receiver'],
  },
  rails: {
    probe: [
      'ruby',
      '-e',
      'require "logger"; require "action_controller"; require "rack/handler/webrick"',
    ],
    needs: 'Ruby with Rails and WEBrick',
    beside: ['rails_host.rb'],
    run: ['ruby', 'rails_host.rb'],
  },
  sinatra: {
    probe: ['ruby', '-e', 'require "sinatra/base"'],
    needs: 'Ruby with Sinatra',
    run: ['ruby', 'receiver.rb'],
  },
  php: {
    probe: ['php', '--version'],
    needs: 'PHP',
    run: ['php', '-S', '127.0.0.1:PORT', 'webhook.php'],
  },
  spring: {
    probe: ['javac', '--version'],
    needs: 'a Java compiler',
    beside: ['spring'],
    build: [
      'javac',
      '-encoding',
      'UTF-8',
      '-d',
      '.',
      '-sourcepath',
      'spring',
      'WebhookController.java',
      'spring/Host.java',
    ],
    run: ['java', '-cp', '.', 'Host'],
  },
};
