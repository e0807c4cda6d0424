/** How to run each snippet, and what it requires. */
import { findLanguage } from '../../scripts/languages.mjs';

/** `PROGRAM` stands for the language's program, `PORT` for the port. */
export type Command = readonly [command: string, ...rest: string[]];

interface Runner {
  /** Files and folders next to the code, from `hosts`. */
  readonly beside?: readonly string[];
  readonly build?: Command;
  readonly run: Command;
}

/** Runs in the tests where its language is installed. */
export interface TestedRunner extends Runner {
  /** Its name in `scripts/languages.mjs`; null for Node. */
  readonly language: string | null;
}

/** Runs where it is recorded, because Debian does not have its framework, or only an old version. */
export interface RecordedRunner extends Runner {
  readonly needs: string;
  /** Succeeds if the snippet can be run. */
  readonly probe: Command;
  /** Each prints a version as its first line, after the build. */
  readonly versions: readonly Command[];
}

/** The program that runs it; null if it is not installed. */
export const programOf = ({ language }: TestedRunner): string | null =>
  language === null ? process.execPath : findLanguage(language);

const node: TestedRunner = { language: null, run: ['PROGRAM', 'receiver.mjs'] };

export const runners: Readonly<Record<string, TestedRunner>> = {
  'node-http': node,
  express: node,
  fastify: node,
  nextjs: { language: null, beside: ['nextjs-host.mjs'], run: ['PROGRAM', 'nextjs-host.mjs'] },
  'python-http': { language: 'Python', run: ['PROGRAM', 'receiver.py'] },
  flask: { language: 'Flask', run: ['PROGRAM', 'receiver.py'] },
  fastapi: { language: 'FastAPI', run: ['PROGRAM', 'receiver.py'] },
  django: { language: 'Django', beside: ['django_host.py'], run: ['PROGRAM', 'django_host.py'] },
  go: {
    language: 'Go',
    build: ['PROGRAM', 'build', '-o', 'receiver', 'main.go'],
    run: ['./receiver'],
  },
  sinatra: { language: 'Sinatra', run: ['PROGRAM', 'receiver.rb'] },
  php: { language: 'PHP', run: ['PROGRAM', '-S', '127.0.0.1:PORT', 'webhook.php'] },
  spring: {
    language: 'Java',
    beside: ['spring'],
    build: [
      ...['PROGRAM', '-encoding', 'UTF-8', '-d', '.', '-sourcepath', 'spring'],
      ...['WebhookController.java', 'spring/Host.java'],
    ] as unknown as Command,
    run: ['java', '-cp', '.', 'Host'],
  },
};

const rails = 'require "logger"; require "action_controller"; puts "Rails #{ActionPack.version}"';

export const recordedRunners: Readonly<Record<string, RecordedRunner>> = {
  rails: {
    needs: 'Rails and WEBrick',
    probe: ['ruby', '-e', `${rails}; require "rack/handler/webrick"`],
    versions: [
      ['ruby', '--version'],
      ['ruby', '-e', rails],
    ],
    beside: ['rails_host.rb'],
    run: ['ruby', 'rails_host.rb'],
  },
  aspnet: {
    needs: '.NET',
    probe: ['dotnet', '--version'],
    versions: [['dotnet', '--version']],
    beside: ['receiver.csproj'],
    build: ['dotnet', 'build', '--output', 'built'],
    run: ['dotnet', 'built/receiver.dll', '--urls', 'http://127.0.0.1:PORT'],
  },
  axum: {
    needs: 'Rust',
    probe: ['cargo', '--version'],
    versions: [
      ['rustc', '--version'],
      ['cargo', 'tree', '--package', 'axum', '--depth', '0', '--prefix', 'none'],
    ],
    beside: ['Cargo.toml'],
    build: ['cargo', 'build'],
    run: ['target/debug/receiver'],
  },
};
