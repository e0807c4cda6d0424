/** What the user sees when a process of the app crashes or can't start. */
import { app, dialog } from 'electron';
import { printError } from '#main/hosts/headless/print.ts';
import type { Log } from '#main/kit/ports.ts';
import { coreName } from './core-control.ts';
import type { StartFailure } from './core-messages.ts';
import type { CrashReports } from './crash-reports.ts';
import type { MainWindow } from './window.ts';

export function showStartFailure({ lines, isExpected }: StartFailure): void {
  const message = lines.join('\n');
  dialog.showErrorBox(
    'Hookwright cannot start',
    isExpected ? message : `Unexpected error: ${message}`,
  );
  printError(lines);
}

/** After an uncaught error, the state is unknown. The core stops as usual. */
export function endOnUncaughtError(log: Log, crashReports: CrashReports): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    log.error('Unexpected error.', { error });
    if (isEnding) return;
    isEnding = true;
    crashReports.add('main', error);
    dialog.showErrorBox(
      'Hookwright',
      'Unexpected error. Accepted messages are safe. Check the log for details.',
    );
    app.quit();
  });
}

/** Scenario runs kill processes on purpose. */
const expectedEnds = new Set(['clean-exit', 'killed']);

export function reportCrashedProcesses(crashReports: CrashReports): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (!expectedEnds.has(reason) && name !== coreName)
      crashReports.add(type.toLowerCase(), `${name ?? type}: ${reason}, exit code ${exitCode}`);
  });
}

interface Question {
  readonly message: string;
  readonly detail: string;
  /** The first is the default. */
  readonly choices: readonly { readonly label: string; readonly act: () => void }[];
}

async function ask(shown: MainWindow, { message, detail, choices }: Question): Promise<void> {
  const { window } = shown;
  if (window.isDestroyed()) return;
  const { response } = await dialog.showMessageBox(window, {
    ...{ type: 'error', message, detail },
    buttons: choices.map(({ label }) => label),
  });
  choices[response]?.act();
}

const quit = { label: 'Quit', act: () => app.quit() };

export const askAfterCoreCrash = (window: MainWindow, cause: string, restart: () => void) =>
  ask(window, {
    message: "Hookwright's core stopped twice within a minute.",
    detail: `Accepted messages are safe.\n\n${cause}`,
    choices: [{ label: 'Restart', act: restart }, quit],
  });

/** Nothing in it is changed before the choice. */
export const askAboutOlderData = (window: MainWindow, { lines }: StartFailure, move: () => void) =>
  ask(window, {
    message: 'The data is of an older build.',
    detail: lines.join('\n'),
    choices: [{ label: 'Move aside and start fresh', act: move }, quit],
  });

/** Reloads a crashed page once without asking: it may crash again at once. */
export function followPageProblems(shown: MainWindow, log: Log, crashReports: CrashReports): void {
  const { window, contents, reload } = shown;
  const reloadChoice = { label: 'Reload', act: reload };
  let hasCrashed = false;
  contents.on('render-process-gone', (_event, { reason }) => {
    log.error('The page crashed.', { reason });
    if (!expectedEnds.has(reason)) crashReports.add('page', reason);
    if (reason === 'clean-exit') return;
    if (hasCrashed)
      void ask(shown, {
        message: 'The page crashed again.',
        detail: 'Deliveries continue.',
        choices: [reloadChoice, quit],
      });
    else reload();
    hasCrashed = true;
  });
  contents.on('did-fail-load', (_event, _code, reason, url, isMainFrame) => {
    // A later navigation replaced it.
    if (!isMainFrame || reason === 'ERR_ABORTED') return;
    log.error("Can't load the page.", { reason, url });
    void ask(shown, {
      message: "Can't load the page.",
      detail: `Deliveries continue.\n\n${reason}`,
      choices: [reloadChoice, quit],
    });
  });
  window.on('unresponsive', () => {
    log.warn('The page is not responding.');
    void ask(shown, {
      message: 'The page is not responding.',
      detail: 'Deliveries continue.',
      choices: [{ label: 'Wait', act: () => undefined }, reloadChoice],
    });
  });
}

/** Secrets of the configuration file that are neither in the environment nor stored. */
export function showMissingSecrets({ window }: MainWindow, fields: readonly string[]): void {
  if (window.isDestroyed()) return;
  void dialog.showMessageBox(window, {
    type: 'info',
    message: 'Some secrets are missing.',
    detail: `Enter them in the interface. They are saved for this workspace.\n\n${fields.join('\n')}`,
  });
}
