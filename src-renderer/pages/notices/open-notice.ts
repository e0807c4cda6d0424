import { navigate } from '#renderer/stores/route-store.ts';
import type { Notice } from '#shared/schemas/notice.ts';
import { noticeRoute } from './notice-words.ts';

export const noticeCommandId = ({ id }: Pick<Notice, 'id'>): string => `notice.${id}`;

export function openNotice(notice: Notice): void {
  navigate(noticeRoute(notice));
}
