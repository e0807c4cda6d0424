import { navigate } from '#renderer/stores/route-store.ts';
import type { Notice } from '#shared/schemas/notice.ts';
import { alertRoute } from './alert-labels.ts';

export const alertCommandId = ({ id }: Pick<Notice, 'id'>): string => `notice.${id}`;

export function openAlert(notice: Notice): void {
  navigate(alertRoute(notice));
}
