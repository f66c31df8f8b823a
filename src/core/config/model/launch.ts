import type { JsonObject } from '../../../base/json.ts';
import type { RemoteTransport } from './transports.ts';

/** How a server is started or reached, as written: variables are still in it, and nothing has been expanded. */
export type LaunchSpec = StdioLaunch | RemoteLaunch;

export interface StdioLaunch {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** `null` unsets a variable for the child, as in VS Code. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly envFile?: string;
  readonly cwd?: string;
}

export interface RemoteLaunch {
  readonly kind: RemoteTransport;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthOptions;
}

export interface OAuthOptions {
  readonly clientId?: string;
  /** As written: preferably a variable, which is expanded. */
  readonly clientSecret?: string;
  /** A PEM that signs for the client instead of a secret; expanded too. */
  readonly privateKey?: string;
  readonly algorithm?: string;
  /** No browser is opened: the client signs in as itself, or an assertion vouches for it. */
  readonly grant?: 'client_credentials' | 'jwt_bearer';
  /** A JWT that a platform gives to this workload; expanded anew at each start. */
  readonly assertion?: string;
  /** A file with it, which the platform replaces from time to time: read at each sign-in. Its path is expanded. */
  readonly assertionFile?: string;
  /** An identity provider that vouches for the user (enterprise-managed authorization). */
  readonly identityProvider?: IdentityProvider;
  /** The only authorization server that the client's credentials may be sent to; absent, the one that the server names. */
  readonly issuer?: string;
  readonly scopes?: readonly string[];
  readonly enterpriseManaged?: boolean;
}

/** Our client at the identity provider. */
interface IdentityClient {
  readonly clientId: string;
  /** Expanded. */
  readonly clientSecret?: string;
}

/** The identity token comes from elsewhere. */
export interface GivenIdentity extends IdentityClient {
  readonly tokenEndpoint: string;
  /** Expanded. */
  readonly idToken: string;
}

/** The user signs in there, and the identity token comes from it. */
export interface IdentityAtIssuer extends IdentityClient {
  readonly issuer: string;
}

export type IdentityProvider = GivenIdentity | IdentityAtIssuer;

/** Ready to run: every variable is a value, `cwd` is absolute, `envFile` has become part of `env`. Holds secrets. */
export type ResolvedLaunch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      /** The program that was approved, where it was known then. */
      readonly program?: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string | null>>;
      readonly cwd: string;
    }
  | RemoteLaunch;

export interface ServerOptions {
  /** Configured, shown, never started. */
  readonly disabled: boolean;
  /** Only if set in the file: otherwise a server starts on demand or on a click. */
  readonly autoStart: boolean;
  /** Only if turned off: connecting then lists no tools. */
  readonly autoDiscover?: false;
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /** By the name of the tool; it wins over `callTimeoutMs`. */
  readonly toolTimeoutsMs?: Readonly<Record<string, number>>;
  /** Names, or `*`; absent means all. */
  readonly includeTools?: readonly string[];
  readonly excludeTools?: readonly string[];
  readonly description?: string;
  readonly sandboxEnabled?: boolean;
  readonly dev?: DevOptions;
}

/** For the one who writes the server. */
export interface DevOptions {
  /** Globs from the folder of the workspace, with `!` before what does not count: a change restarts the server. */
  readonly watch?: readonly string[];
  /** Runs before each restart: the words of a command, or one line. Part of what is approved. */
  readonly build?: readonly string[];
  readonly debug?: DebugOptions;
}

export interface DebugOptions {
  /** `node`, `debugpy`, or the type of any other debugger. */
  readonly type: string;
  /** Of another debugger: how it attaches to the server. */
  readonly attach?: JsonObject;
}
