/** Receivers that verify by a profile, written from its data (D55). */
import { builtInProfile } from '../../profiles/profiles.ts';
import type { ProviderProfile } from '../../schemas/profile.ts';
import { goReceiver } from './profile-go.ts';
import { nodeReceiver } from './profile-node.ts';
import { packageReceiver, providerPackages } from './profile-packages.ts';
import { phpReceiver } from './profile-php.ts';
import { pythonReceiver } from './profile-python.ts';
import { rubyReceiver } from './profile-ruby.ts';
import type { VerificationSnippet } from './snippet.ts';

/** With the official package of a built-in profile's provider. */
function packageSnippets(profile: ProviderProfile): readonly VerificationSnippet[] {
  const of = providerPackages[profile.id];
  if (of === undefined || builtInProfile(profile.id) !== profile) return [];
  const { signature } = profile;
  // Of a key in a form of its own; some packages accept a key without bytes.
  const prefix =
    'keyPrefix' in signature && signature.keyForm !== 'text' ? signature.keyPrefix : '';
  return [
    {
      id: 'node-package',
      title: `Node.js with ${of.name}`,
      language: 'node',
      file: 'receiver.mjs',
      install: `npm install ${of.name}`,
      code: (variable) => packageReceiver(of, variable, prefix),
    },
  ];
}

/** Empty for profiles that don't sign. */
export function profileSnippets(profile: ProviderProfile): readonly VerificationSnippet[] {
  const { kind } = profile.signature;
  if (kind === 'none') return [];
  const needsPackage = kind === 'ed25519' || kind === 'ecdsa_p256';
  return [
    {
      id: 'node-http',
      title: 'Node http',
      language: 'node',
      file: 'receiver.mjs',
      install: null,
      code: (variable) => nodeReceiver(profile, variable) ?? '',
    },
    ...packageSnippets(profile),
    {
      id: 'python-http',
      title: 'Python http.server',
      language: 'python',
      file: 'receiver.py',
      install: needsPackage ? 'pip install cryptography' : null,
      code: (variable) => pythonReceiver(profile, variable) ?? '',
    },
    {
      id: 'go',
      title: 'Go net/http',
      language: 'go',
      file: 'main.go',
      install: null,
      code: (variable) => goReceiver(profile, variable) ?? '',
    },
    {
      id: 'sinatra',
      title: 'Sinatra',
      language: 'ruby',
      file: 'receiver.rb',
      install: 'gem install sinatra rackup puma',
      code: (variable) => rubyReceiver(profile, variable) ?? '',
    },
    {
      id: 'php',
      title: 'PHP',
      language: 'php',
      file: 'webhook.php',
      install: null,
      code: (variable) => phpReceiver(profile, variable) ?? '',
    },
  ];
}
