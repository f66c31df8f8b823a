import { isRecord, parseJson } from '../../../../base/json.ts';
import type { Fault } from '../../../../base/fault.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { SignInActor, SignInStep } from '../../../../contract/signIn.ts';
import { type Exchange, identityKindOf, kindOf } from './exchange.ts';
import { redactBody, redactForm, redactHeaders, redactUrl } from './redactExchange.ts';
import { type Judged, type StepRule, stepRules } from './stepRules.ts';

type WrongStep = Pick<SignInStep, 'kind' | 'actor' | 'sentence'>;

/** Makes the steps of one sign-in. Nothing of what it hands on has a secret in it. */
export class StepRecorder {
  readonly #server: string;
  readonly #add: (step: SignInStep) => void;
  #named: string | undefined;
  #wrong: WrongStep | undefined;

  constructor(server: string, add: (step: SignInStep) => void) {
    this.#server = server;
    this.#add = (step) => {
      if (step.verdict === 'wrong') this.#wrong = step;
      else if (this.#wrong?.kind === 'refresh') this.#wrong = undefined; // the user was asked instead
      add(step);
    };
  }

  /** The step that a failure comes from, as far as is known. */
  get wrong(): WrongStep | undefined {
    return this.#wrong;
  }

  /** With the authorization server, or with the user's identity provider. */
  exchange(exchange: Exchange, isAboutIdentity = false): void {
    const kind = isAboutIdentity ? identityKindOf(exchange) : kindOf(exchange);
    const parsed = parseJson(exchange.responseBody);
    const json = parsed.ok && isRecord(parsed.value) ? parsed.value : undefined;
    const form = new URLSearchParams(kind === 'registration' ? '' : exchange.requestBody);
    const judged: Judged = { kind, exchange, json, form, server: this.#server, named: this.#named };
    const servers = kind === 'resourceMetadata' ? json?.['authorization_servers'] : undefined;
    if (Array.isArray(servers) && typeof servers[0] === 'string') this.#named = servers[0];
    const found = stepRules.find((rule) => rule.kinds.includes(kind) && rule.holds(judged));
    this.#add({ ...shownOf(exchange), kind, ...verdictOf(found, judged) });
    if (found?.isQuoting && found.verdict === 'wrong') this.#wrong = { kind, actor: found.actor };
  }

  challenge(status: number, header: string | null, at: number): void {
    this.#add({
      kind: 'challenge',
      at,
      method: 'POST',
      url: redactUrl(this.#server),
      status,
      ...(header !== null && { responseHeaders: { 'www-authenticate': header } }),
      verdict: 'ok',
      rule: 'RFC 9728 5.1',
    });
  }

  page(url: URL, at: number): void {
    this.#add({ kind: 'page', at, method: 'GET', url: redactUrl(url.href), verdict: 'ok', rule: 'OAuth 2.1 4.1.1' });
  }

  callback(answer: URLSearchParams, at: number): void {
    const isError = answer.has('error');
    this.#add({
      kind: 'callback',
      at,
      requestBody: redactForm(answer),
      verdict: isError ? 'wrong' : 'ok',
      rule: 'RFC 9207 2.4',
      ...(isError && { actor: answer.get('error') === 'access_denied' ? 'user' : 'authorizationServer' }),
    });
  }

  /** What the authorization server granted is valid there until it expires. */
  notRevoked(issuer: string, at: number): void {
    const sentence = l10n.t('{0} could not be told: the tokens were deleted here, but not revoked.', issuer);
    this.#add({
      kind: 'revocation',
      at,
      verdict: 'deviation',
      rule: 'RFC 7009 2',
      actor: 'authorizationServer',
      sentence,
    });
  }

  failed({ text, data }: Fault, at: number): void {
    const actor = data?.['actor'] as SignInActor | undefined;
    this.#add({ kind: 'failed', at, verdict: 'wrong', ...(actor && { actor }), sentence: text });
  }
}

function shownOf(exchange: Exchange): Omit<SignInStep, 'kind' | 'verdict'> {
  const { at, ms, method, url, status, requestHeaders, responseHeaders } = exchange;
  const [requestBody, responseBody] = [redactBody(exchange.requestBody), redactBody(exchange.responseBody)];
  return {
    at,
    ms,
    method,
    url: redactUrl(url.href),
    status,
    requestHeaders: redactHeaders(requestHeaders),
    responseHeaders: redactHeaders(responseHeaders),
    ...(requestBody !== undefined && { requestBody }),
    ...(responseBody !== undefined && { responseBody }),
  };
}

function verdictOf(
  found: StepRule | undefined,
  judged: Judged,
): Pick<SignInStep, 'verdict' | 'rule' | 'actor' | 'sentence'> {
  if (!found) return { verdict: 'ok' };
  const { verdict, rule, actor } = found;
  return { verdict, rule, actor, sentence: found.sentence(judged) };
}
