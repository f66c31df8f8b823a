import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Filters of companies and schools that answer in place of a site, by the words of their pages. */
const filters: readonly (readonly [RegExp, string])[] = [
  [/zscaler/i, 'Zscaler'],
  [/netskope/i, 'Netskope'],
  [/fortiguard|fortigate|fortinet/i, 'FortiGuard'],
  [/palo ?alto|pan-os|globalprotect|<title>Web Page Blocked<\/title>/i, 'Palo Alto Networks'],
  [/opendns|umbrella\.com|block\.opendns|cisco umbrella/i, 'Cisco Umbrella'],
  [/ironport|cisco secure web appliance|wsa_block/i, 'Cisco Secure Web Appliance'],
  [/bluecoat|blue coat|symantec (?:web|proxy)|edge ?swg/i, 'Symantec Web Security'],
  [/forcepoint|websense/i, 'Forcepoint'],
  [/mcafee web gateway|skyhigh/i, 'Skyhigh'],
  [/sophos/i, 'Sophos'],
  [/barracuda/i, 'Barracuda'],
  [/check ?point[^<]{0,40}(?:gateway|usercheck)|usercheck/i, 'Check Point'],
  [/watchguard/i, 'WatchGuard'],
  [/sonicwall/i, 'SonicWall'],
  [
    /gateway\.cloudflare|cloudflare (?:gateway|zero trust)|blocked by (?:your organization|gateway)/i,
    'Cloudflare Gateway',
  ],
  [/iboss/i, 'iboss'],
  [/menlo ?security/i, 'Menlo Security'],
  [/adguard|pi-hole|nextdns/i, 'AdGuard'],
  [/ERR_ACCESS_DENIED[^]{0,2000}squid|generated[^<]{0,80}\(squid/i, 'Squid'],
  [/lightspeed|securly|goguardian/i, 'Lightspeed'],
];

/** A page that says so in general words. */
const blocks =
  /\b(?:blocked|denied|restricted|not (?:allowed|permitted))\b[^<]{0,80}\b(?:policy|policies|administrator|organi[sz]ation|company|it department|category)\b|\b(?:category|policy)\b[^<]{0,60}\b(?:blocked|denied|not allowed)\b|internet (?:security|usage) policy|web ?filter/i;

const portal =
  /<title>[^<]{0,60}(?:wi-?fi|wlan|hotspot|captive|guest (?:network|access|internet)|network (?:log ?in|sign ?in|authentication))|captive.?portal|hotspot-?detect/i;

/** Hotels, trains and companies let nothing through before a sign-in on a page of theirs. */
export const captivePortal = rule('http/captive-portal', (evidence) => {
  const launch = remoteOf(evidence);
  const text = [evidence.body ?? '', ...evidence.causes.map(({ message }) => message)].join('\n');
  if (!launch || !URL.canParse(launch.url) || !(evidence.status === 511 || portal.test(text))) return undefined;
  return {
    cause: l10n.t(
      'This network wants a sign-in on a page of its own before it lets anything through to {0}.',
      new URL(launch.url).host,
    ),
    remedies: [
      tryAgain(),
      advise(l10n.t('Open any page in the browser, sign in to the network there, then try again.')),
    ],
    ...inEntry('url'),
  };
});

/** The network of the user answers, and not the server. */
export const webFilter = rule('http/filter', (evidence) => {
  const launch = remoteOf(evidence);
  const { body = '', status } = evidence;
  const text = [body, ...evidence.causes.map(({ message }) => message)].join('\n');
  const isPage = /<html|<!doctype|<title/i.test(body);
  if (!launch || !URL.canParse(launch.url) || status === undefined || !(isPage || status === 403)) return undefined;
  const [, name] = filters.find(([says]) => says.test(text) && !says.test(launch.url)) ?? [];
  const isTold = status >= 400 || blocks.test(body); // a page of a site may name any of them
  if (!isTold || (name === undefined && !(isPage && blocks.test(body)))) return undefined;
  const { host } = new URL(launch.url);
  return {
    cause:
      name === undefined
        ? l10n.t('A filter of this network blocks {0}: the server itself was not reached.', host)
        : l10n.t('{0}, a filter of this network, blocks {1}: the server itself was not reached.', name, host),
    remedies: [
      tryAgain(),
      advise(l10n.t('Ask the administrator of the network to allow {0}, or use another network.', host)),
    ],
    ...inEntry('url'),
    ...(body !== '' && { proof: body.slice(0, 300) }),
  };
});
