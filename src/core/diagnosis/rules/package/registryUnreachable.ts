import path from 'node:path';
import { escapePattern } from '../../../../base/pattern/escapePattern.ts';
import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setProxy, trustMore } from '../../cures/environment.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import { replacedCertificate } from '../../known/publicHosts.ts';
import { advise, askFor, runInTerminal, setValue, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const registryUnreachable = outputRule(
  'package/registry',
  [
    /(?<![\w/:.-])(https?:\/\/[\w./:-]{1,200})[^\n]{0,300}(invalid peer certificate[^\n]{0,60})/,
    /Failed to fetch: `?(https?:\/\/[\w./:-]{1,200})[^]{0,400}?(invalid peer certificate[^\n]{0,60})/,
    /npm (?:ERR!|error) (?:code|errno) (ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)[^]{0,400}?(?:request to|connect) (\S{1,200})/,
    /npm (?:ERR!|error) (?:code|errno) (ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ERR_SOCKET_TIMEOUT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)/,
    /(Failed to download) [`'"]?([\w.@/=<>-]{2,100})[^]{0,200}?(?:timed out|Connect|error sending|retries)/,
    /(Failed to fetch|error sending request)[^\n]{0,60}(https?:\/\/[\w./:-]{1,200})/,
    /(Could not fetch URL|Retrying \(Retry)[^\n]{0,200}?(https?:\/\/[\w./:-]{1,200})/,
    /(ERR_PNPM_META_FETCH_FAIL)[^\n]{0,40}GET (\S{1,200})/,
  ],
  ([, first = '', second = ''], evidence) => {
    if (/404 Not Found/.test(evidence.stderr)) return undefined; // it can be reached
    if (first === 'error sending request' && !fetching.test(programName(stdioOf(evidence)?.command ?? '')))
      return undefined; // of the server itself
    const [code, address] = first.startsWith('http') ? [second, first] : [first, second];
    if (/^https?:\/\/(?:localhost|127\.|\[::1\])/.test(address) && !/npm|pnpm|YN\d/.test(code + evidence.stderr))
      return undefined;
    const isDownload = code.endsWith('to download');
    const untrusted = /CERT|VERIFY|certificate|Issuer/.test(code)
      ? code
      : (unverified.exec(outputOf(evidence))?.[0] ?? '');
    const isTls = untrusted !== '';
    const proxy =
      /ECONNREFUSED (127\.0\.0\.1:\d{2,5}|::1:\d{2,5})/.exec(evidence.stderr)?.[1] ?? refusedProxy(evidence);
    const where = /^https?:\/\/[^/\s]+/.exec(address)?.[0] ?? address;
    return {
      cause: isTls
        ? (replacedCertificate(where, untrusted) ??
          l10n.t('The certificate of the package registry {0} is not trusted ({1}).', where, untrusted))
        : isDownload
          ? l10n.t('The package {0} could not be downloaded: the registry does not respond.', address)
          : proxy !== undefined && proxySetting(proxy, evidence) !== undefined
            ? l10n.t(
                'The package registry {0} cannot be reached: the proxy {1}, which {2} sets, does not run.',
                where,
                proxy,
                proxySetting(proxy, evidence) ?? '',
              )
            : proxy !== undefined && !/localhost|127\./.test(where)
              ? l10n.t('The package registry {0} cannot be reached: the proxy {1} does not run.', where, proxy)
              : nameUnknown.test(code + evidence.stderr)
                ? l10n.t(
                    'The name {0} of the package registry could not be resolved: the network or its name server does not respond.',
                    where.replace(/^https?:\/\//, ''),
                  )
                : l10n.t('The package registry {0} cannot be reached ({1}).', where, code),
      remedies: [
        ...(isDownload ? [tryAgain()] : []),
        ...(isTls ? [] : publicRegistry(where, evidence)),
        ...(proxy === undefined ? [] : withoutProxy(proxy, evidence)),
        ...(isTls ? trustMore(evidence, 'registry') : setProxy(evidence)),
        ...(isTls || isDownload ? [] : [tryAgain()]),
        advise(
          isTls
            ? l10n.t('Add the certificate of your company to NODE_EXTRA_CA_CERTS.')
            : l10n.t('Check the network, and the proxy in HTTPS_PROXY or the settings of the package manager.'),
        ),
      ],
    };
  },
);

/** Of Python and its libraries. */
const unverified = /CERTIFICATE_VERIFY_FAILED\][^\n(]{0,100}/;

/** Where the proxy comes from that does not run: the entry, or a file of npm. */
function proxySetting(proxy: string, { machine, ...evidence }: Evidence): string | undefined {
  const { cwd, env = {} } = stdioOf({ machine, ...evidence }) ?? {};
  const name = Object.keys(env).find((each) => /proxy$/i.test(each) && env[each]?.includes(proxy));
  const files = [cwd, machine.home].flatMap((folder) => (folder === undefined ? [] : [path.join(folder, '.npmrc')]));
  return (
    name ??
    files.find((file) => new RegExp(`^(?:https?-)?proxy\\s*=.*${escapePattern(proxy)}`, 'm').test(machine.head(file)))
  );
}

/** One on this machine that the entry names, where the address that refused is not said. */
function refusedProxy(evidence: Evidence): string | undefined {
  const env = stdioOf(evidence)?.env ?? {};
  const values = Object.keys(env).flatMap((name) => (/proxy$/i.test(name) ? [env[name] ?? ''] : []));
  return /Connection refused|actively refused/i.test(evidence.stderr)
    ? values.map((value) => /(?:localhost|127\.0\.0\.1):\d{2,5}/.exec(value)?.[0]).find(Boolean)
    : undefined;
}

function withoutProxy(proxy: string, evidence: Evidence): readonly Remedy[] {
  const setting = proxySetting(proxy, evidence);
  if (setting === undefined) return [];
  if (!setting.endsWith('.npmrc')) return [setValue(l10n.t('Remove {0}', setting), ['env', setting], undefined)];
  const command = ['npm', 'config', 'delete', 'proxy', 'https-proxy'];
  return [runInTerminal(l10n.t('Remove the proxy from the settings of npm'), command)];
}

/** The registry of a company that the project in the working folder, or the user, has set. */
function registrySettings(evidence: Evidence): { readonly file: string; readonly registry: string } | undefined {
  const { machine } = evidence;
  const end = machine.platform === 'win32' ? '\\' : '/';
  const folders = [stdioOf(evidence)?.cwd, machine.home].flatMap((each) => each ?? []);
  return folders
    .map((folder) => `${folder}${end}.npmrc`)
    .map((file) => ({ file, registry: /^registry\s*=\s*(https?:\/\/\S+)/m.exec(machine.head(file))?.[1] ?? '' }))
    .find(({ registry }) => registry !== '' && !registry.includes('registry.npmjs.org'));
}

/** A registry of a company, perhaps of a former one, in the settings of npm. */
export function publicRegistry(where: string, evidence: Evidence): readonly Remedy[] {
  const runner = programName(stdioOf(evidence)?.command ?? '');
  if (!/^https?:/.test(where) || /npmjs\.org|pypi\.org|pythonhosted|jsr\.io|yarnpkg\.com/.test(where)) return [];
  const [name, value] = /^(?:npx|npm|pnpm|bunx?|yarn)$/.test(runner)
    ? ['npm_config_registry', 'https://registry.npmjs.org/']
    : /^uvx?$/.test(runner)
      ? ['UV_DEFAULT_INDEX', 'https://pypi.org/simple']
      : [];
  return name === undefined || value === undefined
    ? []
    : [setValue(l10n.t('Use the public registry'), ['env', name], value)];
}

/** What the settings of npm say about the token of a registry. */
function tokenFor(
  host: string,
  evidence: Evidence,
): { readonly cause: string; readonly remedies: readonly Remedy[] } | undefined {
  const { machine } = evidence;
  const { cwd, env = {} } = stdioOf(evidence) ?? {};
  const files = [cwd, machine.home].flatMap((folder) => (folder === undefined ? [] : [path.join(folder, '.npmrc')]));
  for (const file of host === '' ? [] : files) {
    const line = machine
      .head(file)
      .split('\n')
      .findIndex((each) => each.includes(`//${host}`) && each.includes('_authToken='));
    const value = machine.head(file).split('\n')[line]?.split('_authToken=')[1]?.trim() ?? '';
    const variable = /^\$\{(\w{1,60})\}$/.exec(value)?.[1];
    if (variable !== undefined && !env[variable])
      return {
        cause: l10n.t(
          'The registry {0} denied access: {1} takes its token from {2}, which is not set for the server.',
          host,
          file,
          variable,
        ),
        remedies: [askFor(variable)],
      };
    if (line >= 0)
      return {
        cause: l10n.t('The registry {0} does not accept the token that {1} has for it.', host, file),
        remedies: [],
      };
  }
  return undefined;
}

const nameUnknown = /EAI_AGAIN|ENOTFOUND|dns error|failed to lookup address|name resolution|nodename nor servname/i;

export const registryDenied = outputRule(
  'package/denied',
  [
    /npm (?:ERR!|error) code (E401|E403)[^]{0,300}?(https?:\/\/\S{1,200})/,
    /npm (?:ERR!|error) code (E401|E403)/,
    /HTTP status client error \((40[13])[^)\n]{0,40}\) for url \((https?:\/\/[^)\s]{1,300})\)/,
    /(401|403) (?:Unauthorized|Forbidden)[^\n]{0,20}- GET (https?:\/\/\S{1,200})/,
    /ERR_PNPM_FETCH_(401|403)\s+GET (https?:\/\/[^\s:]{1,60}(?::\d+)?\/[^\s:]{1,200})/,
    /error: GET (https?:\/\/\S{1,200}) - (401|403)/, // Bun
    /YN0041[^\n]{0,200}(Invalid authentication)/,
  ],
  ([, first = '', second = ''], evidence) => {
    const [code, address] = first.startsWith('http') ? [second, first] : [first, second];
    const settings = address === '' ? registrySettings(evidence) : undefined;
    const [, origin, host = '', name = ''] = /^(https?:\/\/([\w.:-]+))\/([\w@%./-]*)/.exec(address) ?? [];
    const from = settings?.registry ?? origin;
    const scope = /^(@[\w.-]+)(?:\/|%2f)/i.exec(name)?.[1];
    const login = [
      ...(programName(stdioOf(evidence)?.command ?? '') === 'yarn' ? ['yarn', 'npm'] : ['npm']),
      'login',
      ...(scope === undefined ? [] : [`--scope=${scope}`]),
      ...(from === undefined ? [] : [`--registry=${from}`]),
    ];
    const token = tokenFor(host, evidence);
    return {
      cause: token
        ? token.cause
        : settings
          ? l10n.t(
              '{0} sends npm to the registry {1}, which denied access ({2}).',
              settings.file,
              settings.registry,
              code,
            )
          : origin === undefined
            ? l10n.t('The package registry denied access ({0}). {1}', code, address).trim()
            : l10n.t(
                'The registry {0} denied access to {1} ({2}): it requires a token.',
                host,
                name.replace(/%2f/i, '/'),
                code,
              ),
      remedies: [
        ...(token?.remedies ?? []),
        ...(settings ? publicRegistry(settings.registry, evidence) : []),
        ...(/^uvx?$/.test(programName(stdioOf(evidence)?.command ?? ''))
          ? changeValue(evidence, address)
          : [runInTerminal(l10n.t('Sign in to the registry'), login)]),
      ],
    };
  },
);

/** Those that say so of a registry: they are written in Rust. */
const fetching = /^(?:uvx?|cargo|deno|pixi|rye|poetry|pipx?|python[\d.]*|cmd|sh|bash|zsh)$/;
