import { l10n } from '../../../../base/l10n.ts';
import type { SignInActor, SignInStepKind, SignInVerdict } from '../../../../contract/signIn.ts';
import type { Exchange } from './exchange.ts';
import { reasonIn } from './harmlessBody.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a rule may look at. */
export interface Judged {
  readonly kind: SignInStepKind;
  readonly exchange: Exchange;
  /** The response, if it is a JSON object. */
  readonly json: Fields | undefined;
  readonly form: URLSearchParams;
  /** The URL of the MCP server. */
  readonly server: string;
  /** The authorization server that the metadata of the server names. */
  readonly named: string | undefined;
}

export interface StepRule {
  readonly kinds: readonly SignInStepKind[];
  readonly verdict: SignInVerdict;
  readonly actor: SignInActor;
  readonly rule: string;
  /** Its sentence has a part of a body in it, which may be of any service: it is not for faults, which agents read. */
  readonly isQuoting?: boolean;
  holds(judged: Judged): boolean;
  sentence(judged: Judged): string;
}

const tokens: readonly SignInStepKind[] = ['token', 'refresh', 'identityToken', 'identityProvider'];
const metadata: readonly SignInStepKind[] = ['resourceMetadata', 'serverMetadata', 'identityMetadata'];
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isError = ({ json }: Judged, error: string): boolean => json?.['error'] === error;
const hasFailed = ({ exchange: { status } }: Judged): boolean => status >= 400;
const isIn = (judged: Judged, kind: SignInStepKind): boolean => judged.kind === kind;

/** The first that holds is told; a step of which none does is as it should be. One rule a row. */
export const stepRules: readonly StepRule[] = [
  {
    kinds: metadata,
    verdict: 'wrong',
    actor: 'authorizationServer',
    rule: 'RFC 8414 3.2',
    holds: ({ exchange: { status }, json }) => status < 300 && json === undefined,
    sentence: ({ exchange: { url } }) =>
      l10n.t('{0} responded with a web page, not with JSON.', url.origin + url.pathname),
  },
  {
    kinds: ['resourceMetadata'],
    verdict: 'wrong',
    actor: 'server',
    rule: 'RFC 9728 3.3',
    isQuoting: true,
    holds: ({ json, server }) => json !== undefined && 'resource' in json && !coversUrl(text(json['resource']), server),
    sentence: ({ json, server }) =>
      l10n.t('The metadata are about {0}, not about {1}.', text(json?.['resource']), server),
  },
  {
    kinds: ['serverMetadata'],
    verdict: 'wrong',
    actor: 'server',
    rule: 'RFC 8414 3.3',
    isQuoting: true,
    holds: ({ json, named }) =>
      json !== undefined && named !== undefined && text(json['issuer']).replace(/\/$/, '') !== named.replace(/\/$/, ''),
    sentence: ({ json, named = '' }) =>
      l10n.t('The server names {0}; the service calls itself {1}.', named, text(json?.['issuer'])),
  },
  {
    kinds: ['serverMetadata'],
    verdict: 'deviation',
    actor: 'server',
    rule: 'RFC 8414 3.3',
    holds: ({ json, named }) => json !== undefined && named !== undefined && json['issuer'] !== named,
    sentence: ({ json, named = '' }) =>
      l10n.t('The server names {0}; the service calls itself {1}.', named, text(json?.['issuer'])),
  },
  {
    kinds: ['serverMetadata', 'identityMetadata'],
    verdict: 'deviation',
    actor: 'authorizationServer',
    rule: 'MCP 2026-07-28, PKCE',
    holds: ({ json }) => json !== undefined && json['code_challenge_methods_supported'] === undefined,
    sentence: () => l10n.t('The service does not say that it supports PKCE.'),
  },
  {
    kinds: metadata,
    verdict: 'deviation',
    actor: 'authorizationServer',
    rule: 'RFC 8414 3.2',
    holds: ({ exchange: { status } }) => status >= 500,
    sentence: ({ exchange: { status } }) => l10n.t('The service responded with HTTP {0}.', status),
  },
  {
    kinds: ['registration'],
    verdict: 'wrong',
    actor: 'server',
    rule: 'RFC 9728 3',
    holds: ({ exchange, named }) => exchange.status === 404 && named === undefined,
    sentence: () => l10n.t('The server requires a sign-in and does not say where.'),
  },
  {
    kinds: ['registration'],
    verdict: 'wrong',
    actor: 'authorizationServer',
    rule: 'RFC 7591 3.2.2',
    holds: ({ exchange: { status }, json }) => (status === 401 || status === 403) && json?.['error'] === undefined,
    sentence: () => l10n.t('The service registers only clients that it knows.'),
  },
  {
    kinds: ['registration'],
    verdict: 'wrong',
    actor: 'authorizationServer',
    rule: 'RFC 7591 3.2.2',
    holds: hasFailed,
    sentence: ({ json, exchange: { status } }) =>
      l10n.t('The service refused the registration: {0}', reasonIn(json ?? {}) ?? `HTTP ${status}`),
  },
  {
    kinds: tokens,
    verdict: 'wrong',
    actor: 'user',
    rule: 'RFC 8707 2',
    holds: ({ json }) => text(json?.['error_description']).includes('AADSTS9010010'),
    sentence: () => l10n.t('Entra requires the scope and the resource to be of one app: change "scopes" in "oauth".'),
  },
  {
    kinds: tokens,
    verdict: 'wrong',
    actor: 'authorizationServer',
    rule: 'RFC 8707 2',
    holds: (judged) => isError(judged, 'invalid_target'),
    sentence: ({ form, server }) => l10n.t('The service does not know {0}.', form.get('resource') ?? server),
  },
  {
    kinds: tokens,
    verdict: 'wrong',
    actor: 'server',
    rule: 'RFC 6749 5.2',
    holds: (judged) => isError(judged, 'invalid_scope'),
    sentence: ({ form }) => l10n.t('The permissions {0} are unknown there.', form.get('scope') ?? ''),
  },
  {
    kinds: tokens,
    verdict: 'wrong',
    actor: 'user',
    rule: 'RFC 6749 2.3',
    holds: (judged) => isError(judged, 'invalid_client') || isError(judged, 'unauthorized_client'),
    sentence: ({ form, exchange: { requestHeaders } }) =>
      l10n.t('The id or the secret of the client is wrong, or how it is sent ({0}).', methodOf(form, requestHeaders)),
  },
  {
    kinds: ['refresh'],
    verdict: 'wrong',
    actor: 'client',
    rule: 'OAuth 2.1 4.3.1',
    holds: (judged) => isError(judged, 'invalid_grant'),
    sentence: () => l10n.t('The grant has ended: it was revoked, has expired, or another program renewed it.'),
  },
  {
    kinds: ['token'],
    verdict: 'deviation',
    actor: 'client',
    rule: 'RFC 9449 8',
    holds: (judged) => isError(judged, 'use_dpop_nonce'),
    sentence: () => l10n.t('The service wants its nonce in the proof; the request is sent again with it.'),
  },
  {
    kinds: ['revocation'],
    verdict: 'deviation',
    actor: 'authorizationServer',
    rule: 'RFC 7009 2.2.1',
    holds: (judged) => isError(judged, 'unsupported_token_type'),
    sentence: () => l10n.t('The service does not revoke tokens of this type: they are valid until they expire.'),
  },
  {
    kinds: [...tokens, 'revocation'],
    verdict: 'wrong',
    actor: 'authorizationServer',
    rule: 'RFC 6749 5.2',
    holds: hasFailed,
    sentence: ({ json, exchange: { status } }) =>
      l10n.t('The service refused: {0}', reasonIn(json ?? {}) ?? `HTTP ${status}`),
  },
  {
    kinds: ['token'],
    verdict: 'deviation',
    actor: 'authorizationServer',
    rule: 'OAuth 2.1 4.3',
    holds: (judged) => isIn(judged, 'token') && judged.form.has('code') && judged.json?.['refresh_token'] === undefined,
    sentence: () => l10n.t('The service grants no refresh token: you will be asked again when the token expires.'),
  },
];

function coversUrl(resource: string, server: string): boolean {
  if (!URL.canParse(resource) || !URL.canParse(server)) return false;
  const [named, wanted] = [new URL(resource), new URL(server)];
  const path = named.pathname.endsWith('/') ? named.pathname : `${named.pathname}/`;
  return named.origin === wanted.origin && `${wanted.pathname}/`.startsWith(path);
}

function methodOf(form: URLSearchParams, headers: Headers): string {
  if (headers.get('authorization')?.startsWith('Basic') === true) return 'client_secret_basic';
  if (form.has('client_assertion')) return 'private_key_jwt';
  return form.has('client_secret') ? 'client_secret_post' : 'none';
}
