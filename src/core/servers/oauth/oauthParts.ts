import type { AskPort, SecretsPort } from '../../ports/ports.ts';

export interface OAuthParts {
  readonly secrets: SecretsPort;
  readonly ask: Pick<AskPort, 'openExternal' | 'isUnattended'>;
  readonly clientName: string;
  readonly clientMetadataUrl?: string;
  /** Where the locks of this user are: one refresh at a time, in whichever window. */
  readonly lockDir?: string;
  /** Milliseconds since 1970. */
  now?(): number;
}

export interface SessionHooks {
  /** A browser is opened only for what a user or a call started, never by a background retry. */
  mayAsk(): boolean;
  /** No deadline runs while a user signs in. */
  whileAsking<T>(question: () => Promise<T>): Promise<T>;
  readonly signal: AbortSignal;
}
