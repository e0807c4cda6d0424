import { create } from 'zustand';

/** Whether the list of jobs is open. */
export const useJobList = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const setJobListOpen = (isOpen: boolean): void => useJobList.setState({ isOpen });
