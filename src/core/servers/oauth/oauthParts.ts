import type { SignInStep } from '../../../contract/signIn.ts';
import type { SignedIn } from '../model/server.ts';
import type { AskPort, SecretsPort } from '../../ports/ports.ts';

export interface OAuthSettings {
  /** The https address of a document that describes us; authorization servers that know such documents need no registration. */
  readonly clientMetadataUrl: string;
  /** Tried first, because some authorization servers compare the port; where it is taken any other one is used. */
  readonly callbackPort: number;
  readonly callbackHost: string;
}

export interface OAuthParts {
  readonly secrets: SecretsPort;
  readonly ask: Pick<AskPort, 'openExternal' | 'isUnattended' | 'externalUri'> &
    Partial<Pick<AskPort, 'choose' | 'text' | 'pick'>> & {
      /** The address of the browser may be pasted from the beginning, as in a terminal over SSH. */
      readonly helpsAtOnce?: boolean;
    };
  readonly clientName: string;
  /** Read at each sign-in. */
  settings?(): OAuthSettings;
  /** Where the locks of this user are: one refresh at a time, in whichever window. */
  readonly lockDir?: string;
  /** Milliseconds since 1970. */
  now?(): number;
}

export interface SessionHooks {
  /** The id of the server. */
  readonly server: string;
  /** A browser is opened only for what a user or a call started, never by a background retry. */
  mayAsk(): boolean;
  /** No deadline runs while a user signs in. */
  whileAsking<T>(question: () => Promise<T>): Promise<T>;
  readonly signal: AbortSignal;
  /** Told with each request. */
  granted?(grant: SignedIn | undefined): void;
  /** Gets every step of the sign-ins, without secrets. */
  step?(step: SignInStep): void;
}
