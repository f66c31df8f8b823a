/** How long one message may be, in bytes: what a user may set, and what holds otherwise. */
export const messageLimit = { min: 64 * 1024, max: 64 * 1024 * 1024, default: 10 * 1024 * 1024 } as const;
