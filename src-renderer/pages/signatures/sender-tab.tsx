import { CertificationPane } from './certification-pane.tsx';
import { SenderFields } from './sender-form.tsx';
import { SenderResults } from './sender-results.tsx';
import { checkSenderForm, senderRun, useSenderForm } from './sender-run.ts';

/** Receives webhooks of the user's own sender and judges them by a profile. */
export function SenderTab() {
  const checked = checkSenderForm(useSenderForm());
  return (
    <CertificationPane
      id="certify-sender"
      title="Start sender certification"
      label="Sender"
      run={senderRun}
      checked={checked}
      fields={<SenderFields problems={checked.problems} />}
      results={<SenderResults problems={checked.problems} />}
    />
  );
}
