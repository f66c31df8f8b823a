import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SignInStep, curlOf } from '../../../src/contract/signIn.ts';
import { StepRecorder } from '../../../src/core/servers/oauth/steps/stepRecorder.ts';

const server = 'https://mcp.example/mcp';
const issuer = 'https://login.example';

interface Given {
  readonly url: string;
  readonly request?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly response?: unknown;
}

function stepsOf(...exchanges: readonly Given[]): readonly SignInStep[] {
  const steps: SignInStep[] = [];
  const recorder = new StepRecorder(server, (step) => steps.push(step));
  for (const { url, request = '', headers, status = 200, response = {} } of exchanges)
    recorder.exchange({
      method: request === '' ? 'GET' : 'POST',
      url: new URL(url),
      requestHeaders: new Headers(headers),
      requestBody: request,
      status,
      responseHeaders: new Headers({ 'content-type': 'application/json' }),
      responseBody: typeof response === 'string' ? response : JSON.stringify(response),
      at: 0,
      ms: 1,
    });
  return steps;
}

const prm: Given = {
  url: 'https://mcp.example/.well-known/oauth-protected-resource/mcp',
  response: { resource: server, authorization_servers: [issuer] },
};
const metadata = (more: object = {}): Given => ({
  url: `${issuer}/.well-known/oauth-authorization-server`,
  response: { issuer, code_challenge_methods_supported: ['S256'], ...more },
});
const registration = (status: number, response: unknown): Given => ({
  url: `${issuer}/register`,
  request: '{"redirect_uris":[]}',
  status,
  response,
});
const token = (status: number, response: unknown, request = 'grant_type=authorization_code&code=c1'): Given => ({
  url: `${issuer}/oauth/t`,
  request,
  status,
  response,
});

/** What happened, the verdict, who must act, and the beginning of the sentence. */
const failures: readonly (readonly [string, readonly Given[], string, string, RegExp])[] = [
  [
    'another issuer',
    [prm, metadata({ issuer: 'https://other.example' })],
    'wrong',
    'server',
    /calls itself https:\/\/other/,
  ],
  ['a slash too many', [prm, metadata({ issuer: `${issuer}/` })], 'deviation', 'server', /calls itself/],
  [
    'another resource',
    [{ ...prm, response: { resource: 'https://mcp.example/other' } }],
    'wrong',
    'server',
    /are about/,
  ],
  ['nowhere to go', [registration(404, '')], 'wrong', 'server', /does not say where/],
  ['a web page', [prm, { ...metadata(), response: '<html>' }], 'wrong', 'authorizationServer', /web page/],
  [
    'no PKCE',
    [prm, metadata({ code_challenge_methods_supported: undefined })],
    'deviation',
    'authorizationServer',
    /PKCE/,
  ],
  [
    'a closed registration',
    [prm, registration(403, 'no')],
    'wrong',
    'authorizationServer',
    /only clients that it knows/,
  ],
  [
    'a refused registration',
    [prm, registration(400, { error: 'invalid_redirect_uri' })],
    'wrong',
    'authorizationServer',
    /invalid_redirect_uri/,
  ],
  [
    'an ended grant',
    [token(400, { error: 'invalid_grant' }, 'grant_type=refresh_token')],
    'wrong',
    'client',
    /has ended/,
  ],
  ['no refresh token', [token(200, { access_token: 't' })], 'deviation', 'authorizationServer', /asked again/],
  ['an app of Entra', [token(400, { error: 'x', error_description: 'AADSTS9010010: no' })], 'wrong', 'user', /Entra/],
  [
    'an unknown resource',
    [token(400, { error: 'invalid_target' })],
    'wrong',
    'authorizationServer',
    /does not know https:\/\/mcp/,
  ],
  [
    'an unknown scope',
    [token(400, { error: 'invalid_scope' }, 'grant_type=x&scope=a')],
    'wrong',
    'server',
    /permissions a are/,
  ],
  [
    'a wrong client',
    [token(401, { error: 'invalid_client' }, 'grant_type=x&client_secret=s')],
    'wrong',
    'user',
    /client_secret_post/,
  ],
  ['a nonce', [token(400, { error: 'use_dpop_nonce' })], 'deviation', 'client', /nonce/],
  [
    'a token that is not revoked',
    [token(400, { error: 'unsupported_token_type' }, 'token=t')],
    'deviation',
    'authorizationServer',
    /until they expire/,
  ],
  ['any other error', [token(500, '')], 'wrong', 'authorizationServer', /HTTP 500/],
];

for (const [what, exchanges, verdict, actor, sentence] of failures) {
  test(`${what} is judged: ${verdict}, and the one to act is ${actor}`, () => {
    const step = stepsOf(...exchanges).at(-1)!;
    assert.equal(step.verdict, verdict);
    assert.equal(step.actor, actor);
    assert.match(step.sentence!, sentence);
    assert.ok(step.rule!.length > 0);
  });
}

test('a sign-in as it should be has no other verdict than ok', () => {
  const good = token(200, { access_token: 't', refresh_token: 'r', token_type: 'Bearer' });
  const steps = stepsOf(prm, metadata(), registration(201, { client_id: 'x' }), good);
  assert.deepEqual(
    steps.map(({ kind, verdict }) => `${kind} ${verdict}`),
    ['resourceMetadata ok', 'serverMetadata ok', 'registration ok', 'token ok'],
  );
});

test('secrets are known by the names of their fields, whatever they look like', () => {
  const request =
    'code=a&state=b&code_verifier=c&client_assertion=d&client_secret=e&refresh_token=f&resource=https://r/';
  const [step] = stepsOf({
    url: `${issuer}/t?code=g&x=1`,
    request: `grant_type=authorization_code&${request}`,
    headers: { authorization: 'DPoP hhh', dpop: 'iii', cookie: 'jjj' },
    response: { access_token: 'k', nested: [{ id_token: 'l' }], scope: 'basic' },
  });
  const { requestBody = '', requestHeaders, responseBody = '', url } = step!;
  assert.match(requestBody, /^grant_type=authorization_code&code=\[redacted\]&.*resource=https:\/\/r\/$/);
  for (const secret of 'abcdefgkl') {
    assert.ok(!requestBody.includes(`=${secret}&`) && !responseBody.includes(`"${secret}"`), secret);
  }
  assert.deepEqual(requestHeaders, { authorization: 'DPoP [redacted]', cookie: '[redacted]', dpop: '[redacted]' });
  assert.equal(url, `${issuer}/t?code=[redacted]&x=1`);
});

test('a step is copied as a command with variables for its secrets', () => {
  const [step] = stepsOf({
    url: `${issuer}/t`,
    request: 'grant_type=authorization_code&code=abc&code_verifier=def&scope=$(id)',
    headers: { authorization: 'Basic Zm9v' },
  });
  assert.equal(
    curlOf(step!),
    [
      `curl -X POST "${issuer}/t"`,
      '-H "authorization: Basic $CREDENTIALS"',
      '--data "grant_type=authorization_code&code=$CODE&code_verifier=$VERIFIER&scope=\\$(id)"',
    ].join(' \\\n  '),
  );
});

test('a refresh that failed is not to blame once the user was asked instead', () => {
  const recorder = new StepRecorder(server, () => {});
  const at = { at: 0, ms: 1, status: 400, requestHeaders: new Headers(), responseHeaders: new Headers() };
  const responseBody = '{"error":"invalid_grant"}';
  const url = new URL(`${issuer}/t`);
  recorder.exchange({ ...at, method: 'POST', url, requestBody: 'grant_type=refresh_token', responseBody });
  assert.equal(recorder.wrong?.kind, 'refresh');
  recorder.page(new URL(issuer), 0);
  assert.equal(recorder.wrong, undefined);
});
