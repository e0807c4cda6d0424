import { createContext, use } from 'react';

/** Whether the data shown is that of a finished run: nothing can be changed or looked up elsewhere. */
export const ReadOnly = createContext(false);

export const useReadOnly = (): boolean => use(ReadOnly);
