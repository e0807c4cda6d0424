import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { CertificateAuthority, NewCertificateAuthority } from '../schemas/certificate-authority.ts';
import { ChangeBatch, ChangesRequest } from '../schemas/change.ts';
import { Configuration, ConfigurationResult } from '../schemas/configuration.ts';
import { flag } from '../schemas/flag.ts';
import { Ledger } from '../schemas/ledger.ts';
import { Id } from '../schemas/name.ts';
import { DevelopmentCa, Settings, SettingsPatch } from '../schemas/settings.ts';
import { DataFolderOfWorkspace, System } from '../schemas/system.ts';
import { operation, tooManySubscribers } from './errors.ts';

export const system = {
  get: operation
    .route({
      method: 'GET',
      path: '/system',
      summary: 'Get the version, addresses and storage',
      tags: ['System'],
    })
    .output(System),
  trustWorkspace: operation
    .route({
      method: 'POST',
      path: '/workspace/trust',
      summary: 'Trust the workspace, which may then send to servers',
      tags: ['System'],
    })
    .output(System),
  chooseOfferedData: operation
    .route({
      method: 'POST',
      path: '/workspace/choose-offered-data',
      summary:
        'Use the data of the moved workspace from the next start on, instead of the current data',
      tags: ['System'],
    })
    .output(System),
  dataFolders: operation
    .route({
      method: 'GET',
      path: '/data-folders',
      summary: 'List the data of workspaces whose folders no longer exist',
      tags: ['System'],
    })
    .output(z.array(DataFolderOfWorkspace)),
  removeDataFolder: operation
    .route({
      method: 'DELETE',
      path: '/data-folders/{id}',
      summary: 'Delete the data of a workspace whose folder no longer exists',
      tags: ['System'],
      successStatus: 204,
    })
    .input(z.object({ id: z.string() }))
    .output(z.void()),
};

export const settings = {
  get: operation
    .route({ method: 'GET', path: '/settings', summary: 'Get settings', tags: ['Settings'] })
    .output(Settings),
  update: operation
    .route({ method: 'PATCH', path: '/settings', summary: 'Update settings', tags: ['Settings'] })
    .input(SettingsPatch)
    .output(Settings),
};

export const developmentCa = {
  get: operation
    .route({
      method: 'GET',
      path: '/development-ca',
      summary: 'Get the development CA certificate',
      tags: ['Certificate authorities'],
    })
    .output(DevelopmentCa),
  renew: operation
    .route({
      method: 'POST',
      path: '/development-ca/renew',
      summary: 'Replace the development CA; clients must trust the new certificate',
      tags: ['Certificate authorities'],
    })
    .output(DevelopmentCa),
  dismissAlert: operation
    .route({
      method: 'POST',
      path: '/development-ca/dismiss-alert',
      summary: 'Dismiss the development CA alert',
      tags: ['Certificate authorities'],
      successStatus: 204,
    })
    .output(z.void()),
};

export const ledger = {
  get: operation
    .route({ method: 'GET', path: '/ledger', summary: 'Get the ledger', tags: ['Ledger'] })
    .output(Ledger),
};

export const changes = {
  follow: operation
    .errors(tooManySubscribers)
    .route({
      method: 'GET',
      path: '/changes',
      summary: 'Follow the change feed: numbered changes as they are committed',
      tags: ['Changes'],
    })
    .input(ChangesRequest)
    .output(eventIterator(ChangeBatch)),
};

export const configuration = {
  get: operation
    .route({
      method: 'GET',
      path: '/configuration',
      summary: 'Export the configuration file',
      description:
        'Shared secrets, write keys, and credentials in headers and URLs are omitted unless secrets=true.',
      tags: ['Configuration'],
    })
    .input(z.object({ secrets: flag('secrets').default(false) }))
    .output(Configuration),
  apply: operation
    .route({
      method: 'PUT',
      path: '/configuration',
      summary: 'Apply a configuration file; anything not in it is unchanged',
      tags: ['Configuration'],
    })
    .input(Configuration)
    .output(ConfigurationResult),
};

export const certificateAuthorities = {
  list: operation
    .route({
      method: 'GET',
      path: '/certificate-authorities',
      summary: 'List trusted certificate authorities',
      tags: ['Certificate authorities'],
    })
    .output(z.array(CertificateAuthority)),
  create: operation
    .route({
      method: 'POST',
      path: '/certificate-authorities',
      summary: 'Trust a certificate authority for webhooks',
      tags: ['Certificate authorities'],
      successStatus: 201,
    })
    .input(NewCertificateAuthority)
    .output(CertificateAuthority),
  remove: operation
    .route({
      method: 'DELETE',
      path: '/certificate-authorities/{id}',
      summary: 'Remove a trusted certificate authority',
      tags: ['Certificate authorities'],
      successStatus: 204,
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};
