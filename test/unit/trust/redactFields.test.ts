// What a name says of its value: each rule alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretField, secretLevel } from '../../../src/core/trust/redaction/redactFields.ts';

function assertLevel(level: ReturnType<typeof secretLevel>, names: string): void {
  for (const name of names.trim().split(/\s+/)) {
    assert.equal(secretLevel(name), level, name);
    assert.equal(isSecretField(name), level === 'sure', name);
  }
}

test('a name is secret by a word in it, by its end or as a whole', () => {
  assertLevel('sure', 'password passwordField2 dbPasswordOld x-cookies-all jwtRaw my_bearer');
  assertLevel('sure', 'githubToken personalAccessToken dbpassword myapikey signingsecret rsaprivatekey');
  assertLevel('sure', 'accessKeyId client_assertion codeVerifier Set-Cookie Proxy-Authorization idtoken');
});

test('a number behind a word makes a second one of the same', () => {
  assertLevel('sure', 'password2 apiKey2 API_KEY2 token1 accessToken12 clientSecret1 masterKey2 passwordField2');
  assertLevel(undefined, 'nextToken2 oauth2 sha256 base64 tokenName2 publicKey2');
});

test('what comes last says what the value is: of a secret it may be the name, the place or the time', () => {
  assertLevel(
    undefined,
    'passwordPath secret_name tokenUrl credentials-file cookieMaxAgeSeconds passwordHint jwtIssuer',
  );
  assertLevel('sure', 'pathPassword nameSecret');
});

test('counters and cursors are no tokens', () => {
  assertLevel(undefined, 'progressToken nextPageToken max_token cursorToken tokens tokenizer path format');
});

test('"pat" is a token behind other words only', () => {
  assertLevel('sure', 'githubPat azure-pat GITHUB_PAT');
  assertLevel(undefined, 'pat PAT patch');
});

test('in the name of a variable more words count than in that of a field', () => {
  assertLevel('sure', 'OPENAI_KEY SERVICE_AUTH DB_PASS X_PW SENTRY_DSN AZURE_SAS CRED_OLD AUTH_1 MY_KEYS');
  assertLevel(undefined, 'PUBLIC_KEY CACHE_KEY_AUTH MY_COLOUR KEY AUTHOR_LIST');
  assertLevel('maybe', 'my_auth X-Auth Sentry_Dsn AUTH myPass');
});

test('a key is secret by its kind, may be by an unknown one, and is not by itself or by a harmless one', () => {
  assertLevel('sure', 'sshKey encryption_key master_key_2 webhookKeyValue signing-key-v1');
  assertLevel('maybe', 'colourKey my-key');
  assertLevel(undefined, 'key Key publicKey sort-key primaryKey monkey keyboard');
});

test('a signature may be one, also with a number behind it', () => {
  assertLevel('maybe', 'sig signature signatureV1 auth_2 dsn pass_text authValue');
  assertLevel(undefined, 'passage author signatures valueText 42');
});

test('a name that was redacted has been judged', () => {
  assert.equal(secretLevel('my [redacted] password'), undefined);
});
