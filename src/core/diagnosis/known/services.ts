/** A service that servers need a key for. */
export interface Service {
  /** How its keys begin, where that is known. */
  readonly begins?: readonly string[];
  /** Where a key is made, or where it is told how. */
  readonly page?: string;
}

/** By their names, which also begin the names of their variables: "GitHub" and `GITHUB_TOKEN`. */
export const services: Readonly<Record<string, Service>> = {
  '21st.dev': { page: 'https://21st.dev/mcp' },
  Airtable: { begins: ['pat', 'key'], page: 'https://airtable.com/create/tokens/new' },
  Anthropic: { begins: ['sk-ant-'] },
  Apify: { begins: ['apify_api_'], page: 'https://docs.apify.com/platform/integrations/mcp' },
  Asana: { page: 'https://app.asana.com/0/my-apps' },
  Atlassian: { page: 'https://id.atlassian.com/manage-profile/security/api-tokens' },
  Brave: { page: 'https://api-dashboard.search.brave.com/app/keys' },
  CircleCI: { page: 'https://app.circleci.com/settings/user/tokens' },
  Context7: { begins: ['ctx7sk'], page: 'https://context7.com/dashboard' },
  Exa: { page: 'https://dashboard.exa.ai/api-keys' },
  Figma: {
    begins: ['figd_', 'figu_'],
    page: 'https://help.figma.com/hc/en-us/articles/8085703771159-Manage-personal-access-tokens',
  },
  Firecrawl: { begins: ['fc-'], page: 'https://www.firecrawl.dev/app/api-keys' },
  GitHub: {
    begins: ['ghp_', 'github_pat_', 'gho_', 'ghu_', 'ghs_'],
    page: 'https://github.com/settings/personal-access-tokens/new',
  },
  GitLab: { begins: ['glpat-'], page: 'https://docs.gitlab.com/ee/user/profile/personal_access_tokens.html' },
  'Google APIs': { begins: ['AIza'] },
  'Google Maps': { page: 'https://developers.google.com/maps/documentation/javascript/get-api-key#create-api-keys' },
  Grafana: { begins: ['glsa_'] },
  Heroku: { page: 'https://dashboard.heroku.com/account/applications' },
  Linear: { begins: ['lin_api_', 'lin_oauth_'], page: 'https://linear.app/settings/api' },
  Mapbox: { page: 'https://docs.mapbox.com/help/dive-deeper/access-tokens/' },
  Neon: { begins: ['napi_'], page: 'https://neon.tech/docs/manage/api-keys' },
  Netlify: { page: 'https://app.netlify.com/user/applications#personal-access-tokens' },
  Notion: { begins: ['ntn_', 'secret_'], page: 'https://www.notion.so/profile/integrations' },
  OpenAI: { begins: ['sk-proj-', 'sk-svcacct-', 'sk-'] },
  Perplexity: { begins: ['pplx-'], page: 'https://console.perplexity.ai' },
  Pinecone: { page: 'https://app.pinecone.io' },
  Postman: { begins: ['PMAK-'], page: 'https://postman.postman.co/settings/me/api-keys' },
  Resend: { begins: ['re_'], page: 'https://resend.com/api-keys' },
  Sentry: { begins: ['sntryu_', 'sntrys_'] },
  Slack: { begins: ['xoxb-', 'xoxp-', 'xoxc-', 'xoxd-', 'xapp-'], page: 'https://api.slack.com/apps' },
  Stripe: { begins: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], page: 'https://dashboard.stripe.com/apikeys' },
  Supabase: { begins: ['sbp_'], page: 'https://supabase.com/dashboard/account/tokens' },
  Tavily: { begins: ['tvly-'], page: 'https://app.tavily.com/home' },
  Trello: { page: 'https://trello.com/app-key' },
  Twilio: { page: 'https://www.twilio.com/docs/iam/api-keys' },
};

/** Shorter ones begin many other values, and so does a word. */
const shortest = 4;
const general: ReadonlySet<string> = new Set(['secret_']);

/** The service that gives out such keys. */
export function serviceOfKey(value: string): string | undefined {
  const found = Object.entries(services).flatMap(([name, { begins = [] }]) =>
    begins
      .filter((each) => each.length >= shortest && !general.has(each) && value.startsWith(each))
      .map((each) => ({ name, each })),
  );
  return found.toSorted((a, b) => b.each.length - a.each.length)[0]?.name;
}

/** What a browser keeps for a site is not made on a page. */
export function isOfBrowser(variable: string): boolean {
  return /_XOX[CD]_/.test(variable);
}

export function serviceOfVariable(variable: string): string | undefined {
  if (isOfBrowser(variable)) return undefined;
  const [own = ''] = variable.toUpperCase().split('_', 1);
  const isOwn = (name: string): boolean => name.toUpperCase() === own || ofVariables[own] === name;
  return Object.keys(services).find(isOwn);
}

const ofVariables: Readonly<Record<string, string>> = {
  JIRA: 'Atlassian',
  CONFLUENCE: 'Atlassian',
  TWENTY: '21st.dev',
};

/** Whether a value looks like what a variable is for, as far as that is known. */
export function canBeKey(variable: string, value: string, service = serviceOfVariable(variable)): boolean {
  const { begins } = services[service ?? ''] ?? {};
  return !begins || value.includes('${') || begins.some((each) => value.startsWith(each));
}
