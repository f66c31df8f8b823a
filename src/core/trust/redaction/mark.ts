/** What stands in place of a secret. */
export const mark = '[redacted]';
