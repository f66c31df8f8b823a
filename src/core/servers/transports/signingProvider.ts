import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';

/** Tokens, and a proof for those that are bound to a key. */
export interface SigningProvider extends AuthProvider {
  /** The last token is bound to a key. */
  readonly isBound?: boolean;
  signed?(fetch: FetchLike): FetchLike;
}
