import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { CheckInput } from './check-input.tsx';
import { CheckResult } from './check-result.tsx';

export function CheckTab() {
  return (
    <SplitPane
      id="signatures"
      separatorLabel="Resize the fields"
      // A narrow window needs its width for the result.
      startSize={window.innerWidth < 1_200 ? 380 : 460}
      startMin={320}
      endMin={360}
      start={<CheckInput />}
      end={<CheckResult />}
    />
  );
}
