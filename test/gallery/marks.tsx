import { Mark } from '#renderer/ui/app-shell.tsx';
import { Badge, type MarkedType, StatusCode, TypeMark } from '#renderer/ui/badge.tsx';
import { ArrowTo, HostPath, SteadyText } from '#renderer/ui/inline-text.tsx';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { ProgressBar, Spinner } from '#renderer/ui/progress.tsx';
import { type MarkedState, StateMark, StatePill, stateTones } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { type Tone, toneText } from '#renderer/ui/tone.ts';
import { now, type Section, Specimen, Specimens } from './specimen.tsx';

const tones = Object.keys(toneText) as readonly Tone[];
const states = Object.keys(stateTones) as readonly MarkedState[];
const hook = 'staging.example.com:8443/hooks/billing';
const types: readonly MarkedType[] = [
  ...(['track', 'identify', 'page', 'screen', 'group', 'alias', 'delete', 'payload'] as const),
];

function Badges() {
  return (
    <Specimens>
      {tones.map((tone) => (
        <Badge key={tone} tone={tone} icon={<StateMark state="delivered" decorative size={12} />}>
          {tone}
        </Badge>
      ))}
      {tones.map((tone) => (
        <Badge key={tone} tone={tone} look="tag">
          {tone}
        </Badge>
      ))}
    </Specimens>
  );
}

function States() {
  return (
    <Specimens>
      {states.map((state) => (
        <Specimen key={state} of={state}>
          <StateMark state={state} />
          <StateMark state={state} size={20} />
          <StatePill state={state} />
        </Specimen>
      ))}
    </Specimens>
  );
}

function Arrows() {
  return (
    <Specimens>
      <p>
        Shop
        <ArrowTo />
        Staging hooks
      </p>
    </Specimens>
  );
}

function HostPaths() {
  return (
    <Specimens>
      <Specimen of="with room">
        <HostPath>{hook}</HostPath>
      </Specimen>
      <Specimen of="the host gives way first">
        <HostPath className="w-36">{hook}</HostPath>
      </Specimen>
      <Specimen of="then the path">
        <HostPath className="w-24">{hook}</HostPath>
      </Specimen>
      <Specimen of="without a path">
        <HostPath className="w-24">hooks.staging.example.com</HostPath>
      </Specimen>
    </Specimens>
  );
}

function Types() {
  return (
    <Specimens>
      {types.map((type) => (
        <TypeMark key={type} type={type} />
      ))}
    </Specimens>
  );
}

function StatusCodes() {
  return (
    <Specimens>
      {[200, 204, 302, 404, 429, 500, 503].map((code) => (
        <StatusCode key={code} code={code} />
      ))}
      {(['tls', 'timeout', 'no_server', 'reset', 'malformed', 'dns'] as const).map((code) => (
        <StatusCode key={code} code={code} />
      ))}
      <StatusCode code={null} />
    </Specimens>
  );
}

const secondMs = 1_000;
const ages = [0, 5, 59, 60, 3_599, 3_600, 86_400, 864_000];

function Times() {
  return (
    <Specimens>
      {ages.map((seconds) => (
        <Specimen key={seconds} of={`${seconds} s`}>
          <Time at={now - seconds * secondMs} />
        </Specimen>
      ))}
      <Specimen of="to come">
        <Time at={now + 90 * secondMs} />
      </Specimen>
      <Specimen of="room for the widest">
        <SteadyText widest="00:00:00" className="border border-line">
          9 s
        </SteadyText>
      </Specimen>
    </Specimens>
  );
}

const part = (label: MarkedState, count: number) => ({ label, count, tone: stateTones[label] });

function Progress() {
  return (
    <Specimens>
      <Specimen of="spinner">
        <Spinner label="Loading" />
        <Spinner size={20} />
      </Specimen>
      {[0, 1, 50, 100].map((value) => (
        <Specimen key={value} of={`${value} of 100`}>
          <ProgressBar label="Sent" value={value} of={100} className="w-24" />
        </Specimen>
      ))}
      <Specimen of="ledger: nothing">
        <LedgerBar parts={[]} />
      </Specimen>
      <Specimen of="ledger: all is well">
        <LedgerBar parts={[part('delivered', 100)]} />
      </Specimen>
      <Specimen of="ledger: one of a million">
        <LedgerBar parts={[part('delivered', 1_000_000), part('gave_up', 1), part('blocked', 1)]} />
      </Specimen>
      <Specimen of="ledger: every state">
        <LedgerBar parts={states.map((state) => part(state, 10))} />
      </Specimen>
    </Specimens>
  );
}

function Marks() {
  return (
    <Specimens>
      <Specimen of="the mark">
        <span className="text-accent">
          <Mark />
        </span>
        <Mark size={44} />
      </Specimen>
    </Specimens>
  );
}

export const markSections: readonly Section[] = [
  { id: 'mark', title: 'Mark', Content: Marks },
  { id: 'badge', title: 'Badge', Content: Badges },
  { id: 'state-mark', title: 'State', Content: States },
  { id: 'type-mark', title: 'Type', Content: Types },
  { id: 'status-code', title: 'Status', Content: StatusCodes },
  { id: 'arrow-to', title: 'Arrow', Content: Arrows },
  { id: 'host-path', title: 'Host and path', Content: HostPaths },
  { id: 'time', title: 'Time', Content: Times },
  { id: 'progress', title: 'Progress and ledger', Content: Progress },
];
