import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type RemoteFacts, remoteOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, ask, askForHeader, enterUrl, setValue, setValues, signIn } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

export const unauthorized = rule('http/401', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || !(evidence.status === 401 || isAboutHeader(evidence) || hasFlaw(launch, evidence))) return undefined;
  const [name, value] =
    Object.entries(launch.headers).find(([each]) => /^authorization$|key|token|secret|auth/i.test(each)) ?? [];
  const scheme = /^\s*([A-Za-z]{3,20})/.exec(evidence.challenge ?? '')?.[1];
  const parameter = missingParameter(evidence.body ?? '');
  if (parameter !== undefined) return inUrl(launch.url, parameter);
  const guarded = behindVercel(launch.url, evidence.body ?? '');
  if (guarded) return guarded;
  if (evidence.namesSignIn === false && !/^authorization$/i.test(name ?? '')) return wantsToken(launch, name, value);
  if (name === undefined || value === undefined)
    return {
      cause:
        scheme !== undefined && !/^(?:bearer|dpop)$/i.test(scheme)
          ? l10n.t('The server requires authorization of type {0}.', scheme)
          : /api[-_ ]?key/i.test(evidence.body ?? '')
            ? l10n.t('The server requires an API key: {0}', (evidence.body ?? '').slice(0, 200))
            : saysOfUrl.test(evidence.body ?? '')
              ? l10n.t(
                  'The URL is not valid any more, or not complete: {0}',
                  saysOfUrl.exec(evidence.body ?? '')?.[1] ?? '',
                )
              : l10n.t('The server requires you to sign in.'),
      remedies: [
        ...(saysOfUrl.test(evidence.body ?? '') ? [enterUrl(launch.url)] : []),
        ...(isOAuth(scheme) ? [signIn()] : []),
        headerFor(scheme, evidence.body ?? ''),
      ],
      ...inEntry('headers'),
    };
  const isBare = /^authorization$/i.test(name) && !/^\S+\s+\S/.test(value.trim());
  if (noValue.test(value)) return withoutValue(name, value);
  const other = /^(Token|Basic|ApiKey|Api-Key|Key|JWT|OAuth)\s+(\S+)$/i.exec(value);
  if (other && /^bearer$/i.test(scheme ?? '')) return otherScheme(name, other);
  const isDouble = /^Bearer\s+Bearer\s/i.test(value);
  return {
    cause: isBare
      ? l10n.t('The header "{0}" has no scheme such as "Bearer", so the server does not accept it.', name)
      : isDouble
        ? l10n.t('The header "{0}" says "Bearer" twice.', name)
        : refusal(name, evidence),
    remedies: [
      ...(isBare ? [withScheme(name, value.trim())] : []),
      ...(isDouble
        ? [setValue(l10n.t('Remove one of them'), ['headers', name], value.replace(/^Bearer\s+/i, ''))]
        : []),
      ...(isBare || isDouble ? [] : [askForHeader(name, /^([A-Za-z]{3,20}) /.exec(value)?.[1])]),
      setValue(l10n.t('Remove the header, and sign in'), ['headers', name], undefined),
    ],
    ...inEntry('headers', name),
  };
});

/** There is no place to sign in; a key may only have been sent under another name. */
function wantsToken({ url }: RemoteFacts, name: string | undefined, value = ''): Finding {
  const { host } = new URL(url);
  const moved = {
    path: ['headers', 'Authorization'],
    value: `Bearer ${value}`,
    kept: value,
    from: ['headers', name ?? ''],
  };
  const isMovable = name !== undefined && !noValue.test(value);
  return {
    cause:
      name === undefined
        ? l10n.t('{0} wants a token and names no place to sign in.', host)
        : l10n.t('{0} wants a token and names no place to sign in: the header "{1}" is not enough.', host, name),
    remedies: [
      ...(isMovable
        ? [
            setValues(l10n.t('Send "{0}"', 'Authorization: Bearer'), [
              moved,
              { path: ['headers', name], value: undefined },
            ]),
          ]
        : []),
      askForHeader('Authorization', 'Bearer'),
    ],
    ...inEntry('headers'),
  };
}

function otherScheme(name: string, [, sent = '', kept = '']: RegExpExecArray): Finding {
  return {
    cause: l10n.t('The header "{0}" has the scheme "{1}", but the server wants "{2}".', name, sent, 'Bearer'),
    remedies: [
      withScheme(name, kept),
      setValue(l10n.t('Remove the header, and sign in'), ['headers', name], undefined),
    ],
    ...inEntry('headers', name),
  };
}

/** Some services have the key in the URL. */
const saysOfUrl =
  /"(?:message|error|detail)"\s*:\s*"([^"\n]{0,80}(?:revoked|invalid|expired|unknown)[^"\n]{0,60}\b(?:URL|endpoint|link)\b[^"\n]{0,60})"/i;

function behindVercel(url: string, body: string): Finding | undefined {
  if (!/Vercel Authentication|x-vercel-protection-bypass|Deployment Protection/i.test(body)) return undefined;
  return {
    cause: l10n.t('{0} is protected by Vercel, which wants a sign-in before the server.', new URL(url).host),
    remedies: [
      askForHeader('x-vercel-protection-bypass'),
      advise(l10n.t('Turn the protection of the deployment off, or create a bypass secret for it.')),
    ],
    ...inEntry('headers'),
  };
}

/** A variable was empty, or not there. */
const noValue = /^\s*(?:(?:Bearer|Basic|Token)\b\s*)?(?:undefined|null|None|""|'')?\s*$/i;

function withoutValue(name: string, value: string): Finding {
  const [scheme] = value.trim().split(/\s+/);
  return {
    cause:
      scheme === undefined || !/^(?:Bearer|Basic|Token)$/i.test(scheme)
        ? l10n.t('The header "{0}" of the entry has no value.', name)
        : l10n.t('There is no token behind "{0}" in the header "{1}".', scheme, name),
    remedies: [
      askForHeader(
        name,
        /^\s*(Bearer|Basic|Token)\b/i.exec(value)?.[1] ?? (/^authorization$/i.test(name) ? 'Bearer' : undefined),
      ),
    ],
    ...inEntry('headers', name),
  };
}

/** The parameter of the URL that a body says is missing. */
function missingParameter(body: string): string | undefined {
  const [, before, behind] =
    /(?:missing|required?|provide|no) (?:the |a |valid |required )?[`'"]?([A-Za-z][\w-]{2,40})[`'"]? (?:query|url)[ -]?param|(?:query|url)[ -]?param(?:eter)?:? [`'"]?([A-Za-z][\w-]{2,40})/i.exec(
      body,
    ) ?? [];
  return before ?? behind;
}

function inUrl(url: string, parameter: string): Finding {
  const now = new URL(url);
  now.searchParams.set(parameter, '');
  return {
    cause: l10n.t('The server requires the parameter "{0}" in its URL.', parameter),
    remedies: [ask(l10n.t('Enter {0}', parameter), ['url'], { now: now.href })],
    ...inEntry('url'),
  };
}

/** Some servers take a token in another form for a bad request. */
function isAboutHeader({ status, body = '' }: Evidence): boolean {
  return (
    status === 400 &&
    /\bauthorization\b[^\n]{0,40}(?:format|malformed|invalid|missing|required|scheme|bearer)/i.test(body)
  );
}

function withScheme(name: string, kept: string): Remedy {
  const changes = [{ path: ['headers', name], value: `Bearer ${kept}`, kept }];
  return setValues(l10n.t('Put "Bearer" in front of it'), changes);
}

/** Some say 403 where the header itself is wrong. */
function hasFlaw({ headers }: RemoteFacts, { status }: Evidence): boolean {
  const [, value] = Object.entries(headers).find(([name]) => /^authorization$/i.test(name)) ?? [];
  if (value === undefined) return false;
  if (status === 400 || status === 403) return noValue.test(value) || (status === 403 && isFlawed(value));
  return false;
}

function isFlawed(value: string): boolean {
  return /^\s*\S+\s*$/.test(value) || /^Bearer\s+Bearer\s/i.test(value);
}

/** A key is not something to sign in for. */
function isOAuth(scheme: string | undefined): boolean {
  return scheme === undefined || /^(?:bearer|dpop)$/i.test(scheme);
}

function headerFor(scheme: string | undefined, body: string): Remedy {
  const named = /\b(x-api-key|x-[\w-]{2,30}-(?:key|token)|api-key)\b/i.exec(body)?.[1];
  return named === undefined ? askForHeader('Authorization', scheme ?? 'Bearer') : askForHeader(named);
}

/** What the server says about it, in the challenge or in the body. */
function refusal(name: string, { challenge = '', body = '' }: Evidence): string {
  const said =
    /error_description="([^"\n]{3,200})"/.exec(challenge)?.[1] ??
    /"(?:message|error_description|detail)"\s*:\s*"([^"\n]{3,200})"/.exec(body)?.[1];
  return said === undefined
    ? l10n.t('The server does not accept the token in the header "{0}": it may have expired.', name)
    : l10n.t('The server does not accept the token in the header "{0}": {1}', name, said);
}

/** Who stands in front of the server, where the page tells it. */
const guards: readonly (readonly [RegExp, string])[] = [
  [/cloudflare|_cf_chl|cf-ray|just a moment|error code: 10\d\d/i, 'Cloudflare'],
  [/akamai|errors\.edgesuite\.net/i, 'Akamai'],
  [/incapsula|imperva/i, 'Imperva'],
  [/datadome/i, 'DataDome'],
  [/The requested URL was rejected/i, 'F5'],
  [/Mod_?Security/i, 'ModSecurity'],
  [/wordfence/i, 'Wordfence'],
  [/sucuri/i, 'Sucuri'],
  [/Request blocked\.|AWS WAF/, 'AWS WAF'],
  [/vercel/i, 'Vercel'],
  [/cloudfront/i, 'CloudFront'],
];

function protection(host: string, body: string): string {
  const [, guard] = guards.find(([words]) => words.test(body)) ?? [];
  const title = /<title>([^<]{2,80})<\/title>/i.exec(body)?.[1];
  const said = (
    title ??
    body
      .slice(0, 120)
      .replaceAll(/<[^>]*>/g, ' ')
      .trim()
  ).trim();
  return guard === undefined
    ? l10n.t('A protection in front of {0} blocks programs: {1}', host, said)
    : l10n.t('{0}, which stands in front of {1}, blocks programs: {2}', guard, host, said);
}

/** What is sent is not enough: another token, or none. */
function otherToken({ headers }: RemoteFacts): readonly Remedy[] {
  const [name, value = ''] =
    Object.entries(headers).find(([each]) => /^authorization$|key|token|secret/i.test(each)) ?? [];
  return name === undefined ? [signIn()] : [askForHeader(name, /^([A-Za-z]{3,20}) /.exec(value)?.[1]), signIn()];
}

export const forbidden = rule('http/403', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || evidence.status !== 403) return undefined;
  const body = evidence.body ?? '';
  const said = /"(?:message|error|detail|error_description)"\s*:\s*"([^"\n]{3,200})"/.exec(body)?.[1];
  const scope = /scope="([^"\n]{1,200})"/.exec(evidence.challenge ?? '')?.[1];
  const isRobot =
    /The requested URL was rejected|Mod_?Security|wordfence|sucuri|AWS WAF|cloudflare|captcha|just a moment|access denied|\bbot|error code: 10\d\d/i.test(
      body,
    );
  const isStorage = /<Error>\s*<Code>(?:AccessDenied|AllAccessDisabled|InvalidAccessKeyId)/.test(body);
  const isNoRoute = /Missing Authentication Token/.test(body); // what AWS says where no such path exists
  return {
    cause: isStorage
      ? l10n.t('{0} is a storage of files that denies access, and not an MCP server.', new URL(launch.url).host)
      : isRobot
        ? protection(new URL(launch.url).host, body)
        : isNoRoute
          ? l10n.t('The gateway knows no such path: {0}', launch.url)
          : scope !== undefined
            ? l10n.t('The server denied access: it requires the scope {0}.', scope)
            : said === undefined
              ? Object.keys(launch.headers).length === 0 && /^\s*(?:<|$)/.test(body) && evidence.challenge === undefined
                ? l10n.t('{0} denied access without saying why (HTTP 403).', new URL(launch.url).host)
                : l10n.t('The server denied access: the credentials are valid, but not sufficient.')
              : l10n.t('The server denied access: {0}', said),
    remedies: [
      ...(isRobot || isNoRoute || isStorage ? [] : otherToken(launch)),
      ...(isNoRoute || isStorage ? [enterUrl(launch.url)] : []),
      advise(l10n.t('Ask its operator for access.')),
    ],
    ...inEntry('url'),
  };
});
