import { create } from 'zustand';

/** Whether the job list is open. */
export const useJobList = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const setJobListOpen = (isOpen: boolean): void => useJobList.setState({ isOpen });
