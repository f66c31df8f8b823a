import type { jsonSchemaValidator } from '@modelcontextprotocol/client';

/**
 * Accepts every result. The SDK's default compiles each tool's output schema with AJV on every
 * refresh, which leaks, and then refuses results that a user wants to look at.
 */
export const lenientValidator: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
