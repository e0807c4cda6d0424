import { Hand } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';

/** Marks what no event has led to, and no ledger counts. */
export function ResentBadge() {
  return (
    <Badge
      tone="accent"
      icon={<Hand className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
    >
      made by hand
    </Badge>
  );
}
