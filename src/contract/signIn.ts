import { method } from './rpc/contract.ts';
import { object, oneOf, text } from './rpc/shape.ts';

export type SignInStepKind =
  | 'challenge'
  | 'resourceMetadata'
  | 'serverMetadata'
  | 'registration'
  | 'page'
  | 'callback'
  | 'identityMetadata'
  | 'identityToken'
  | 'identityProvider'
  | 'token'
  | 'refresh'
  | 'revocation'
  | 'failed';

/** What the specification says of a step: it is kept, it is left in a way that works, it is broken. */
export type SignInVerdict = 'ok' | 'deviation' | 'wrong';

/** Who must act. */
export type SignInActor = 'server' | 'authorizationServer' | 'client' | 'user';

/** One exchange of a sign-in, or one thing that happened in it; without secrets. */
export interface SignInStep {
  readonly kind: SignInStepKind;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms?: number;
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly verdict: SignInVerdict;
  /** The section that says so, such as `RFC 9728 3.3`. */
  readonly rule?: string;
  readonly actor?: SignInActor;
  readonly sentence?: string;
}

/** What is known about the tokens in use. */
export interface TokenView {
  readonly issuer: string;
  readonly type: string;
  readonly scope?: string;
  readonly expiresAt?: number;
  readonly isRenewable: boolean;
  /** What the token says of itself, unverified; absent where it is opaque. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What does not fit, as sentences. */
  readonly doubts: readonly string[];
}

export interface SignInView {
  /** The newest last. */
  readonly steps: readonly SignInStep[];
  readonly token?: TokenView;
}

/** Where a sign-in can begin again. */
export type SignInStart = 'discovery' | 'registration' | 'page' | 'refresh';

export const signInHostMethods = {
  'signIn/get': method(object({ server: text })).answers<SignInView>(),
  /** Forgets what comes from this step on, and starts the server. */
  'signIn/again': method(
    object({ server: text, from: oneOf('discovery', 'registration', 'page', 'refresh') }),
  ).answers<void>(),
  /** Revokes and deletes what was granted. */
  'signIn/revoke': method(object({ server: text })).answers<void>(),
} as const;

/** Stands in the place of a secret. */
const hidden = '[redacted]';
const placeholders: Readonly<Record<string, string>> = {
  code_verifier: 'VERIFIER',
  Bearer: 'TOKEN',
  Basic: 'CREDENTIALS',
};

/** The request as a command for a shell; secrets are variables of it. */
export function curlOf({ method: verb = 'GET', url = '', requestHeaders = {}, requestBody }: SignInStep): string {
  const headers = Object.entries(requestHeaders).map(([name, value]) => {
    const scheme = value.split(' ')[0] ?? '';
    const shown = value.replace(hidden, `$${placeholders[scheme] ?? variableOf(name)}`);
    return `-H "${name}: ${escaped(shown)}"`;
  });
  const body = requestBody === undefined ? [] : [`--data "${escaped(named(requestBody))}"`];
  return [`curl -X ${verb} "${escaped(url)}"`, ...headers, ...body].join(' \\\n  ');
}

/** Of a form: `code=[redacted]` becomes `code=$CODE`. */
function named(body: string): string {
  return body.replaceAll(
    /([\w.-]+)=\[redacted\]/g,
    (_, name: string) => `${name}=$${placeholders[name] ?? variableOf(name)}`,
  );
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/\W/g, '_');
}

/** Texts of servers: only our own variables may be read by the shell. */
function escaped(text: string): string {
  return text.replaceAll(/[\\"`]|\$(?![A-Z_]+(?:$|[&"\s]))/g, '\\$&');
}
