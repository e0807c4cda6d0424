/// <reference path="../../virtual-modules.d.ts" />
import packages from 'virtual:third-party-packages';
import { Card } from '#renderer/ui/card.tsx';

export default function ThirdPartyNotices() {
  return (
    <Card title="Third-party notices" meta={`${packages.length} packages`} padded={false}>
      <ul className="divide-y divide-line/60">
        {packages.map(({ name, version, license, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary className="cursor-pointer px-3 py-1.5 outline-offset-[-2px] hover:bg-bg-2">
                {name} <span className="text-small text-fg-2">{`${version} · ${license}`}</span>
              </summary>
              <pre className="bytes border-t border-line/60 bg-bg-0 px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {text}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}
