import { FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { collections, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { host } from '#renderer/host/host.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';

/** Pasted or read from a file; what was typed stays until it is accepted. */
export function NewCertificateAuthorityCard() {
  const [name, setName] = useState('');
  const [pem, setPem] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const readFile = async (): Promise<void> => {
    const file = await host.chooseTextFile('.pem,.crt,.cer,.ca,application/x-pem-file');
    if (file === null) return;
    setPem(file.text);
    setProblem(undefined);
  };

  const add = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const given = name.trim();
      const authority = await core.authorities.create(
        given === '' ? { pem } : { name: given, pem },
      );
      put(collections.authorities, authority);
      setName('');
      setPem('');
      showToast({ title: `“${authority.name}” is trusted now`, tone: 'ok' });
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };

  return (
    <Card title="Add an authority">
      <form
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label="Certificate" hint="One certificate in PEM form." error={problem}>
          <TextArea
            mono
            rows={6}
            value={pem}
            onChange={(event) => setPem(event.target.value)}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        </Field>
        <Field label="Name" optional hint="Taken from the certificate when it is left empty.">
          <TextField value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={Plus}
            busy={busy}
            disabledReason={pem.trim() === '' ? 'Paste a certificate first' : undefined}
          >
            Trust it
          </Button>
          <Button icon={FileUp} onClick={readFile}>
            Read from a file
          </Button>
        </div>
      </form>
    </Card>
  );
}
