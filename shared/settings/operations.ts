import { z } from 'zod';
import {
  CertificateAuthority,
  NewCertificateAuthority,
} from '#shared/connections/certificate-authority.ts';
import { Ledger } from '#shared/deliveries/ledger.ts';
import { KnownSecrets } from '#shared/deliveries/redaction.ts';
import { byId } from '#shared/kit/entity.ts';
import { group, op } from '#shared/kit/op.ts';
import { Configuration, ConfigurationRequest, ConfigurationResult } from './configuration.ts';
import { DevelopmentCa, Settings, SettingsPatch } from './settings.ts';
import { DataFolderOfWorkspace, System } from './system.ts';

export const system = group('System', {
  get: op('GET /system', { summary: 'Get the version, addresses and storage', output: System }),
  trustWorkspace: op('POST /workspace/trust', {
    effect: 'sends',
    summary: 'Trust the workspace: apply its hookwright.json and allow sending to servers',
    output: System,
  }),
  chooseOfferedData: op('POST /workspace/choose-offered-data', {
    effect: 'write',
    summary:
      'Use the data of the moved workspace from the next start on, instead of the current data',
    output: System,
  }),
  dataFolders: op('GET /data-folders', {
    summary: 'List the data of workspaces whose folders no longer exist',
    output: z.array(DataFolderOfWorkspace),
  }),
  removeDataFolder: op('DELETE /data-folders/{id}', {
    effect: 'deletes',
    summary: 'Delete the data of a workspace whose folder no longer exists',
    input: z.object({ id: z.string() }),
  }),
});

export const settings = group('Settings', {
  get: op('GET /settings', { summary: 'Get settings', output: Settings }),
  update: op('PATCH /settings', {
    effect: 'write',
    summary: 'Update settings',
    input: SettingsPatch,
    output: Settings,
  }),
  secrets: op('GET /settings/secrets', {
    summary: 'List stored secrets',
    description:
      'Includes secrets of deleted items that can be restored, so that clients can redact all of them in other texts.',
    output: KnownSecrets,
  }),
});

export const developmentCa = group('Certificate authorities', {
  get: op('GET /development-ca', {
    summary: 'Get the development CA certificate',
    output: DevelopmentCa,
  }),
  renew: op('POST /development-ca/renew', {
    effect: 'write',
    summary: 'Replace the development CA; clients must trust the new certificate',
    output: DevelopmentCa,
  }),
  dismissAlert: op('POST /development-ca/dismiss-alert', {
    effect: 'write',
    summary: 'Dismiss the development CA alert',
    status: 204,
  }),
});

export const ledger = group('Ledger', {
  get: op('GET /ledger', { summary: 'Get the ledger', output: Ledger }),
});

export const configuration = group('Configuration', {
  get: op('GET /configuration', {
    summary: 'Export the configuration file',
    description:
      'Shared secrets, write keys, and credentials in headers and URLs are omitted unless secrets=true.',
    input: ConfigurationRequest,
    output: Configuration,
  }),
  apply: op('PUT /configuration', {
    effect: 'write',
    summary: 'Apply a configuration file; anything not in it is unchanged',
    input: Configuration,
    output: ConfigurationResult,
  }),
});

export const certificateAuthorities = group('Certificate authorities', {
  list: op('GET /certificate-authorities', {
    summary: 'List trusted certificate authorities',
    output: z.array(CertificateAuthority),
  }),
  create: op('POST /certificate-authorities', {
    effect: 'write',
    summary: 'Trust a certificate authority for webhooks',
    status: 201,
    input: NewCertificateAuthority,
    output: CertificateAuthority,
  }),
  remove: op('DELETE /certificate-authorities/{id}', {
    effect: 'deletes',
    summary: 'Remove a trusted certificate authority',
    input: byId,
  }),
});
