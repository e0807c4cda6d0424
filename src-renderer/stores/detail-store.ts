/** The one thing of a list that is open beside it, read whole and read again when it has changed. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { errorSentence, isNotFound } from '#renderer/data/error-sentence.ts';

export interface DetailState<Detail> {
  readonly id: number | null;
  /** Of `id`, or still of the one before while the new one is on its way. */
  readonly value: Detail | null;
  readonly status: 'idle' | 'loading' | 'ready' | 'missing' | 'failed';
  readonly problem: string | null;
}

export interface DetailStore<Detail> {
  readonly useDetail: UseBoundStore<StoreApi<DetailState<Detail>>>;
  readonly open: (id: number | null) => void;
  /** Reads it again if it is one of those that changed. */
  readonly refresh: (changed: (id: number, value: Detail | null) => boolean) => void;
}

export function createDetailStore<Detail extends { readonly id: number }>(
  load: (id: number) => Promise<Detail>,
): DetailStore<Detail> {
  const useDetail = create<DetailState<Detail>>()(() => ({
    id: null,
    value: null,
    status: 'idle',
    problem: null,
  }));
  let underWay = false;
  let again = false;

  const settle = (id: number, next: Partial<DetailState<Detail>>): void => {
    if (useDetail.getState().id === id) useDetail.setState(next);
  };

  // One at a time: many changes during one answer lead to one more question, not to many.
  const read = async (): Promise<void> => {
    const { id } = useDetail.getState();
    if (id === null) return;
    again = underWay;
    if (underWay) return;
    underWay = true;
    try {
      settle(id, { value: await load(id), status: 'ready', problem: null });
    } catch (error) {
      settle(id, {
        status: isNotFound(error) ? 'missing' : 'failed',
        problem: errorSentence(error),
      });
    }
    underWay = false;
    if (again || useDetail.getState().id !== id) void read();
  };

  return {
    useDetail,
    open: (id) => {
      if (useDetail.getState().id === id) return;
      if (id === null) useDetail.setState({ id, value: null, status: 'idle', problem: null });
      else useDetail.setState({ id, status: 'loading', problem: null });
      void read();
    },
    refresh: (changed) => {
      const { id, value } = useDetail.getState();
      if (id !== null && changed(id, value)) void read();
    },
  };
}
