import { dialog } from 'electron';

export const showError = (message: string): void => dialog.showErrorBox('Hookwright', message);
