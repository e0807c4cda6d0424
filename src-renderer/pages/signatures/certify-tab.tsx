import { takesPayloads } from '#shared/profiles/profiles.ts';
import { CertificationPane } from './certification-pane.tsx';
import { CertifyFields, WebhookPicker } from './certify-form.tsx';
import { CertifyResults } from './certify-results.tsx';
import { certifyRun, checkForm, useCertifyForm } from './certify-run.ts';

/** Checks whether a receiver accepts valid requests and rejects forged ones. */
export function CertifyTab() {
  const form = useCertifyForm();
  const checked = checkForm(form);
  return (
    <CertificationPane
      id="certify"
      title="Start receiver certification"
      label="Receiver"
      run={certifyRun}
      checked={checked}
      header={
        <header className="flex h-11 flex-none items-center border-b border-line px-4">
          <WebhookPicker />
        </header>
      }
      fields={<CertifyFields problems={checked.problems} />}
      note={
        takesPayloads(form)
          ? 'Not shown in the inspector or in statistics'
          : 'Not shown in the inspector; sent as user hookwright-certification'
      }
      results={<CertifyResults problems={checked.problems} />}
    />
  );
}
