import { Banner } from '#renderer/ui/banner.tsx';
import { type AppliedFile, issuePath } from './apply-file.ts';

export function AppliedFileResult({ applied }: { applied: AppliedFile }) {
  if (applied.kind === 'refused') {
    return (
      <Banner tone="bad" title={`${applied.name} was not imported.`}>
        {applied.sentence}
        {applied.issues.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {applied.issues.map((issue) => (
              <li key={`${issuePath(issue)} ${issue.message}`}>
                <code className="bytes">{issuePath(issue)}</code>: {issue.message}
              </li>
            ))}
          </ul>
        )}
      </Banner>
    );
  }
  const { created, updated, unchanged, leftOut } = applied.result;
  return (
    <Banner tone="ok" title={`${applied.name} was imported.`}>
      <Names word="Created" names={created} />
      <Names word="Updated" names={updated} />
      <Names word="Unchanged" names={unchanged} />
      {leftOut.length > 0 && (
        <Names word="Left out because the file redacts them" names={leftOut} />
      )}
    </Banner>
  );
}

function Names({ word, names }: { word: string; names: readonly string[] }) {
  return (
    <span className="block">
      {word}: {names.length === 0 ? 'nothing' : names.join(', ')}
    </span>
  );
}
