import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, setArgs, setValues } from '../../model/remedies.ts';
import { type Finding, inEntry, lineAt, rule } from '../../model/rule.ts';

interface ProxySetting {
  readonly name: string;
  readonly value: string;
}

const variable = /^(?:https?|all)_proxy$/i;

function settingIn(evidence: Evidence): ProxySetting | undefined {
  const found = Object.entries(stdioOf(evidence)?.env ?? {}).find(([name, value]) => variable.test(name) && value);
  return found && { name: found[0], value: found[1] ?? '' };
}

/** Words of all runtimes for a proxy that does not answer. */
const away =
  /Unable to connect to proxy|Cannot connect to proxy|proxyconnect tcp: [^\n]{0,200}|Could not resolve proxy: ?[^\n]{0,100}|[Ff]ailed to connect to proxy|ProxyConnectionError|ProxyError\b[^\n]{0,200}(?:refused|timed out|getaddrinfo|resolve)|proxy[^\n]{0,40}(?:ECONNREFUSED|ETIMEDOUT|ENOTFOUND)/;

/** The proxy of the entry is what does not answer, and not the service behind it. */
export const proxyAway = rule('network/proxy-away', (evidence) => {
  const output = outputOf(evidence);
  if (!stdioOf(evidence)) return undefined;
  const setting = settingIn(evidence);
  const host = setting && hostOf(setting.value);
  const match = away.exec(output) ?? (host === undefined ? null : refusedAt(host).exec(output));
  if (!match || /407|Proxy Authentication/.test(lineAt(output, match.index))) return undefined;
  const named = host ?? /(?:[\w.-]{1,80}|\[[\da-f:]+\]):\d{2,5}(?=[^\n]{0,40}(?:refused|timeout))/.exec(match[0])?.[0];
  return {
    cause:
      setting && host !== undefined
        ? l10n.t('The proxy {0}, which {1} names, cannot be reached.', host, setting.name)
        : named === undefined
          ? l10n.t('The proxy that the environment sets cannot be reached.')
          : l10n.t('The proxy {0}, which the environment sets, cannot be reached.', named),
    remedies: [
      ...withoutProxy(evidence),
      ...(setting
        ? [ask(l10n.t('Enter the address of the proxy'), ['env', setting.name], { now: setting.value })]
        : []),
      advise(l10n.t('Start the proxy, or correct HTTPS_PROXY and NO_PROXY in "env" of this server.')),
    ],
    proof: lineAt(output, match.index),
    ...inEntry('env', ...(setting ? [setting.name] : [])),
    isCertain: evidence.end !== undefined,
  };
});

function refusedAt(host: string): RegExp {
  const escaped = host.replaceAll('.', String.raw`\.`);
  return new RegExp(
    `(?:ECONNREFUSED|ETIMEDOUT|refused|connect to)[^\\n]{0,60}${escaped}|${escaped}[^\\n]{0,60}refused`,
  );
}

function hostOf(value: string): string | undefined {
  const url = /^\w+:\/\//.test(value) ? value : `http://${value}`;
  return URL.canParse(url) ? new URL(url.replace(/^socks\w*:/, 'http:')).host : undefined;
}

function withoutProxy(evidence: Evidence): readonly Remedy[] {
  const names = Object.keys(stdioOf(evidence)?.env ?? {}).filter((name) => variable.test(name));
  return names.length === 0
    ? [
        setValues(l10n.t('Start it without a proxy'), [
          { path: ['env', 'HTTPS_PROXY'], value: '' },
          { path: ['env', 'HTTP_PROXY'], value: '' },
          { path: ['env', 'ALL_PROXY'], value: '' },
        ]),
      ]
    : [
        setValues(
          l10n.t('Start it without a proxy'),
          names.map((name) => ({ path: ['env', name], value: undefined })),
        ),
      ];
}

const noSocks =
  /Using SOCKS proxy, but the 'socksio' package|Missing dependencies for SOCKS support|(?:Unknown|Unsupported|Invalid)[^\n]{0,20} (?:scheme|protocol)[^\n]{0,30}prox[^\n]{0,40}(?:socks\w*)|prox[^\n]{0,60}(?:unknown|unsupported|invalid) (?:scheme|protocol)[^\n]{0,30}socks/i;

/** Most libraries speak with HTTP proxies only, unless they get one more package. */
export const socksUnsupported = rule('network/socks', (evidence) => {
  const launch = stdioOf(evidence);
  const output = outputOf(evidence);
  const match = noSocks.exec(output);
  if (!launch || !match) return undefined;
  const setting = settingIn(evidence);
  const finding: Finding = {
    cause: setting
      ? l10n.t('The server cannot use the SOCKS proxy {0}, which {1} names.', setting.value, setting.name)
      : l10n.t('The server cannot use the SOCKS proxy that the environment sets.'),
    remedies: [
      ...(programName(launch.command) === 'uvx'
        ? [
            setArgs(l10n.t('Add "{0}"', '--with socksio'), [
              '--with',
              /SOCKS support/.test(match[0]) ? 'pysocks' : 'socksio',
              ...launch.args,
            ]),
          ]
        : []),
      ...(setting
        ? [
            ask(l10n.t('Enter the address of the proxy'), ['env', setting.name], {
              now: setting.value.replace(/^socks\w*:/, 'http:'),
            }),
          ]
        : []),
      ...withoutProxy(evidence),
      advise(l10n.t('Give it a proxy that speaks HTTP, or install what it needs for SOCKS.')),
    ],
    proof: lineAt(output, match.index),
    ...inEntry('env', ...(setting ? [setting.name] : [])),
    isCertain: evidence.end !== undefined,
  };
  return finding;
});
