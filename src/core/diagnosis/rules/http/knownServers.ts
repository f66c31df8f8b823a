import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { setValues } from '../../model/remedies.ts';

/** Public servers, by the domain of their service: where they are today. */
const servers: Readonly<Record<string, string>> = {
  'githubcopilot.com': 'https://api.githubcopilot.com/mcp/',
  'github.com': 'https://api.githubcopilot.com/mcp/',
  'linear.app': 'https://mcp.linear.app/mcp',
  'notion.com': 'https://mcp.notion.com/mcp',
  'notion.so': 'https://mcp.notion.com/mcp',
  'sentry.dev': 'https://mcp.sentry.dev/mcp',
  'sentry.io': 'https://mcp.sentry.dev/mcp',
  'atlassian.com': 'https://mcp.atlassian.com/v1/mcp',
  'stripe.com': 'https://mcp.stripe.com/',
  'context7.com': 'https://mcp.context7.com/mcp',
  'huggingface.co': 'https://huggingface.co/mcp',
  'figma.com': 'https://mcp.figma.com/mcp',
  'deepwiki.com': 'https://mcp.deepwiki.com/mcp',
  'learn.microsoft.com': 'https://learn.microsoft.com/api/mcp',
  'supabase.com': 'https://mcp.supabase.com/mcp',
  'vercel.com': 'https://mcp.vercel.com/',
  'paypal.com': 'https://mcp.paypal.com/mcp',
  'neon.tech': 'https://mcp.neon.tech/mcp',
  'exa.ai': 'https://mcp.exa.ai/mcp',
  'tavily.com': 'https://mcp.tavily.com/mcp/',
  'intercom.com': 'https://mcp.intercom.com/mcp',
  'canva.com': 'https://mcp.canva.com/mcp',
  'webflow.com': 'https://mcp.webflow.com/mcp',
  'gitlab.com': 'https://gitlab.com/api/v4/mcp',
};

/** The address of a well-known server whose URL is not quite right. */
export function knownServer(url: string): readonly Remedy[] {
  if (!URL.canParse(url)) return [];
  const { hostname, href } = new URL(url);
  const [, known] =
    Object.entries(servers).find(([domain]) => hostname === domain || hostname.endsWith(`.${domain}`)) ?? [];
  if (known === undefined || known === href) return [];
  return [
    setValues(l10n.t('Use {0}', known), [
      { path: ['type'], value: 'http' },
      { path: ['url'], value: known },
    ]),
  ];
}

/** Pages about servers, which are not servers. */
export function isPageAbout(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return (
    /(?:^|\.)(?:github\.com|npmjs\.com|pypi\.org|glama\.ai|mcp\.so|pulsemcp\.com|hub\.docker\.com)$/.test(hostname) ||
    /^(?:docs|developers?|help|support|blog|www)\./.test(hostname) ||
    /^\/(?:docs|blog)\//.test(pathname)
  );
}

/** A well-known server whose name is misspelled. */
export function misspelledServer(url: string): readonly Remedy[] {
  if (!URL.canParse(url)) return [];
  const { hostname } = new URL(url);
  const known = Object.values(servers).find((each) => {
    const other = new URL(each).hostname;
    return other !== hostname && withinEdits(hostname, other, 2);
  });
  return known === undefined ? [] : [setValues(l10n.t('Use {0}', known), [{ path: ['url'], value: known }])];
}
