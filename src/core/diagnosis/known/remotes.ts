/** What is known about a public server on the network. */
export interface KnownRemote {
  readonly service: string;
  /** It takes nothing but a sign-in in the browser. */
  readonly isSignInOnly?: boolean;
  /** How keys of the same service begin that this server does not take. */
  readonly otherKeys?: string;
  /** The page with the clients that may sign in: it refuses all others. */
  readonly clients?: string;
  /** Where an application of the same service serves on this machine. */
  readonly local?: string;
  /** The page on which a client has to be registered before it can sign in. */
  readonly registration?: string;
}

/** By their hosts. */
export const remotes: Readonly<Record<string, KnownRemote>> = {
  'mcp.notion.com': { service: 'Notion', isSignInOnly: true },
  'mcp.figma.com': {
    service: 'Figma',
    isSignInOnly: true,
    clients: 'https://www.figma.com/mcp-catalog/',
    local: 'http://127.0.0.1:3845/mcp',
  },
  'mcp.asana.com': {
    service: 'Asana',
    isSignInOnly: true,
    registration: 'https://developers.asana.com/docs/integrating-with-asanas-mcp-server',
  },
  'mcp.context7.com': { service: 'Context7' },
  'mcp.supabase.com': { service: 'Supabase', otherKeys: 'eyJ' },
  'mcp.linear.app': { service: 'Linear' },
  'mcp.apify.com': { service: 'Apify' },
  'mcp.atlassian.com': { service: 'Atlassian' },
  'mcp.exa.ai': { service: 'Exa' },
  'mcp.tavily.com': { service: 'Tavily' },
  'mcp.neon.tech': { service: 'Neon' },
  'mcp.stripe.com': { service: 'Stripe' },
  'api.githubcopilot.com': { service: 'GitHub' },
};

export function remoteAt(url: string): KnownRemote | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return Object.hasOwn(remotes, host) ? remotes[host] : undefined;
}
