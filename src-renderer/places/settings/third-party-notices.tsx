/// <reference path="../../virtual-modules.d.ts" />
import packages from 'virtual:third-party-packages';
import { Card } from '#renderer/ui/card.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';

export default function ThirdPartyNotices() {
  return (
    <Card title="Packages" meta={packages.length} padded={false}>
      <ul className="divide-y divide-line/60">
        {packages.map(({ name, version, license, text }) => (
          <li key={`${name} ${version}`}>
            <Disclosure
              className="w-full px-3 py-1.5 -outline-offset-2 hover:bg-bg-2"
              title={
                <>
                  {name} <span className="text-small text-fg-2">{`${version} · ${license}`}</span>
                </>
              }
            >
              <pre className="bytes border-t border-line/60 bg-bg-0 px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {text}
              </pre>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Card>
  );
}
