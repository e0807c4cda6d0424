/** Whether a header can carry the access token as it is. */
export const isTokenText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
