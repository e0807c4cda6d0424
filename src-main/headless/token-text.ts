/** Whether a header can contain the access token unchanged. */
export const isTokenText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
