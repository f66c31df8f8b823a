import type { InsufficientScopeError, ProtocolError, SdkError, SdkHttpError } from '@modelcontextprotocol/client';

/*
 * What the SDK calls its errors and keys, without loading it: a window that only shows its servers does not need it,
 * and it is half of all that such a window would load. A test compares each with the SDK's own.
 */

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const;

export const methodNotFoundCode = -32_601;

/** The SDK stamps its errors with the brands of their classes, for when it is loaded twice; its `isInstance` reads them. */
const brands = Symbol.for('mcp.sdk.errorBrands');

function isBranded(error: unknown, brand: string): boolean {
  if (typeof error !== 'object' || error === null || !Object.hasOwn(error, brands)) return false;
  const carried: unknown = (error as Record<symbol, unknown>)[brands];
  return carried instanceof Set && carried.has(brand);
}

export function isSdkError(error: unknown): error is SdkError {
  return isBranded(error, 'mcp.SdkError');
}

type SdkErrorCodeName = 'CONNECTION_CLOSED' | 'INVALID_RESULT' | 'REQUEST_TIMEOUT';

export function isSdkErrorOf(error: unknown, code: SdkErrorCodeName): boolean {
  return isSdkError(error) && String(error.code) === code;
}

export function isSdkHttpError(error: unknown): error is SdkHttpError {
  return isBranded(error, 'mcp.SdkHttpError');
}

export function isProtocolError(error: unknown): error is ProtocolError {
  return isBranded(error, 'mcp.ProtocolError');
}

export function isUnauthorizedError(error: unknown): boolean {
  return isBranded(error, 'mcp.UnauthorizedError');
}

export function isInsufficientScopeError(error: unknown): error is InsufficientScopeError {
  return isBranded(error, 'mcp.InsufficientScopeError');
}
