import { Component, type ReactNode } from 'react';
import { ErrorState } from '#renderer/ui/error-state.tsx';

/** Keeps a bug in one page from taking the window with it. React itself writes it to the console. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="This view could not be shown"
        onRetry={() => this.setState({ failed: false })}
      >
        A bug in Hookwright stopped it. Nothing is lost: deliveries go on, and the other pages work.
      </ErrorState>
    );
  }
}
