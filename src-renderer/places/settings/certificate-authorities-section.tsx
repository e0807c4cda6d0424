import { Download, FileUp, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, drop, put, useCollection } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { host } from '#renderer/kit/host/host.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { CertificateAuthority } from '#shared/connections/certificate-authority.ts';
import { formatDate } from '#shared/kit/format.ts';

const remove = ({ id, name, pem }: CertificateAuthority): Promise<boolean> =>
  perform(`Can't remove ${name}`, async () => {
    await core.certificateAuthorities.remove({ id });
    drop(collections.authorities, id);
    return {
      title: `Removed ${name}`,
      undo: {
        failure: `Can't restore ${name}`,
        run: async () =>
          put(collections.authorities, await core.certificateAuthorities.create({ name, pem })),
      },
    };
  });

export function CertificateAuthoritiesSection() {
  const { items, status, problem, reload } = useCollection(collections.authorities);
  return (
    <>
      {status === 'failed' ? (
        <ErrorState onRetry={reload}>{problem}</ErrorState>
      ) : (
        <Card
          title="Trusted CAs"
          meta="besides public and system CAs"
          actions={<LearnMore topic="certificates" />}
          padded={false}
        >
          {items.length === 0 ? (
            <p className="px-3 py-2.5 text-fg-2">No CAs yet</p>
          ) : (
            <ul className="divide-y divide-line/60">
              {items.map((authority) => (
                <AuthorityRow key={authority.id} authority={authority} />
              ))}
            </ul>
          )}
        </Card>
      )}
      <NewCertificateAuthorityCard />
      <CaCard />
    </>
  );
}

function AuthorityRow({ authority }: { authority: CertificateAuthority }) {
  const { name, subject, fingerprint, validTo } = authority;
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span className="truncate font-medium">{name}</span>
          <span className="flex-none text-small text-fg-2">expires {formatDate(validTo)}</span>
        </div>
        <div className="truncate text-small text-fg-2" title={subject}>
          {subject}
        </div>
        <code className="bytes block truncate text-fg-3" title={fingerprint}>
          SHA-256 {fingerprint}
        </code>
      </div>
      <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => void remove(authority)} />
    </li>
  );
}

/** Keeps the input until the authority is accepted. */
function NewCertificateAuthorityCard() {
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const readFile = async (): Promise<void> => {
    const file = await host.chooseFile('.pem,.crt,.cer,.ca,application/x-pem-file');
    if (file === null) return;
    setPem(await file.text());
    setProblem(undefined);
  };

  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const trimmed = name.trim();
      const authority = await core.certificateAuthorities.create(
        trimmed === '' ? { pem } : { name: trimmed, pem },
      );
      put(collections.authorities, authority);
      // What was entered meanwhile stays.
      setName((entered) => (entered === name ? '' : entered));
      setPem((entered) => (entered === pem ? '' : entered));
      showToast({ title: `Added ${authority.name}`, tone: 'ok' });
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };

  return (
    <Card title="Add CA">
      <form
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label="Certificate" hint="Paste one certificate in PEM format." error={problem}>
          <TextArea
            mono
            rows={6}
            value={pem}
            onChange={(event) => setPem(event.target.value)}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        </Field>
        <Field label="Name" optional hint="Without a name, its subject is shown.">
          <TextField value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={Plus}
            busy={isBusy}
            disabledReason={pem.trim() === '' ? 'Add a certificate' : undefined}
          >
            Add
          </Button>
          <Button icon={FileUp} onClick={readFile}>
            Choose file
          </Button>
        </div>
      </form>
    </Card>
  );
}

const saveCertificate = (): Promise<boolean> =>
  perform("Can't save", async () => {
    const { pem } = await core.developmentCa.get();
    host.saveFile('hookwright-ca.pem', 'application/x-pem-file', pem);
  });

const renewCa = (): Promise<boolean> =>
  perform("Can't renew the CA", async () => {
    await core.developmentCa.renew();
    return { title: 'Development CA renewed', description: 'Trust the new certificate.' };
  });

/** Clients must trust this CA to use HTTPS (D51). */
function CaCard() {
  return (
    <Card
      title="Development CA"
      meta="signs the HTTPS certificates"
      actions={<LearnMore topic="certificates" />}
    >
      <div className="grid gap-2.5">
        <p className="text-fg-2">
          Trust it in HTTPS clients. In Node.js, set{' '}
          <code className="bytes">NODE_EXTRA_CA_CERTS</code>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button icon={Download} onClick={() => void saveCertificate()}>
            Save certificate
          </Button>
          <RenewButton />
        </div>
      </div>
    </Card>
  );
}

/** Clients stop trusting the app when the CA is renewed. */
function RenewButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      title="Renew the development CA?"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-[280px]"
      trigger={
        <Button variant="quiet" icon={RefreshCw}>
          Renew
        </Button>
      }
    >
      <p className="text-fg-2">Clients must trust the new one.</p>
      <div className="mt-3 flex gap-2">
        <Button onClick={() => setOpen(false)}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => {
            setOpen(false);
            void renewCa();
          }}
        >
          Renew
        </Button>
      </div>
    </Popover>
  );
}
