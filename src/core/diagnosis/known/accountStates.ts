import { l10n } from '../../../base/l10n.ts';

/** What an account or an application of a service has to be set to before its key works. */
export interface AccountState {
  readonly says: RegExp;
  cause(found: string): string;
  readonly page?: string;
  advice(): string;
}

const discord = 'https://discord.com/developers/applications';

/** By what the services say themselves, which servers print as it is. */
export const accountStates: readonly AccountState[] = [
  {
    says: /[Uu]sed disallowed intents|Disallowed intent|PrivilegedIntentsRequired|privileged intents that have not been explicitly enabled|\b4014\b[^\n]{0,30}intent/,
    cause: () => l10n.t('The bot of Discord uses privileged intents, which are not turned on for it.'),
    page: discord,
    advice: () => l10n.t('Turn on the privileged gateway intents on the page "Bot" of the application.'),
  },
  {
    says: /terminated by other getUpdates request|409[^\n]{0,20}Conflict[^\n]{0,60}getUpdates/,
    cause: () => l10n.t('Another program already receives the messages of this bot of Telegram.'),
    advice: () => l10n.t('End the other program, or use a token of a bot of its own.'),
  },
  {
    says: /Make sure the relevant pages and databases are shared with your integration|object_not_found[^\n]{0,200}shared with/,
    cause: () => l10n.t('The page of Notion is not shared with the integration to which the token belongs.'),
    page: 'https://www.notion.so/profile/integrations',
    advice: () => l10n.t('Add the integration on that page of Notion, under "Connections".'),
  },
  {
    says: /Resource protected by organization SAML enforcement|must (?:re-?)?authori[sz]e[^\n]{0,60}(?:SAML|SSO)|configure SSO/i,
    cause: () => l10n.t('The organization wants the token to be authorized for its single sign-on (SAML).'),
    page: 'https://github.com/settings/tokens',
    advice: () => l10n.t('Choose "Configure SSO" beside the token there.'),
  },
  {
    says: /insufficient_quota|exceeded your current quota, please check your plan|[Cc]redit balance is too low|billing_(?:hard_limit|not_active)|account is not active, please check your billing/,
    cause: () => l10n.t('The account of the API has no credit left.'),
    advice: () => l10n.t('Add credit to the account, or use a key of another one.'),
  },
  {
    says: /(?:project|database|cluster|instance) (?:is |has been |was )?(?:paused|suspended|hibernated)|endpoint (?:is |has been )disabled|Tenant or user not found/i,
    cause: (found) => l10n.t('The service behind the server is paused or does not exist any more: {0}', found),
    advice: () => l10n.t('Resume it on the page of the service, or enter the address of another one.'),
  },
  {
    says: /User not registered in the Developer Dashboard|(?:user|account)[^\n]{0,20} is not (?:a )?test(?:er| user)s?\b|access_denied[^\n]{0,100}(?:not completed the Google verification|test(?:ing|er))|currently being tested|hasn't (?:been verified by Google|given you access)/i,
    cause: () =>
      l10n.t('The application of the service is still in its test mode, and this account is not on its list.'),
    advice: () => l10n.t('Add the account to the test users of the application.'),
  },
  {
    says: /redirect_uri_mismatch|redirect_uri[^\n]{0,40}(?:is not (?:registered|allowed|associated)|mismatch|did not match|doesn't match)|Invalid redirect[ _]ur[il]/i,
    cause: () =>
      l10n.t('The address to which the sign-in returns is not registered with the application of the service.'),
    advice: () =>
      l10n.t('Add that address (redirect URI) to the application at the service, exactly as the server uses it.'),
  },
  {
    says: /[Aa]pplication-specific password (?:is )?required|[Aa]pp(?:lication)? passwords? (?:is |are )?required|Please log in via your web browser|BasicAuthBlocked|basic authentication is disabled|5\.7\.139|5\.7\.8 Username and Password not accepted/,
    cause: () => l10n.t('The mail account does not take its usual password from programs.'),
    advice: () => l10n.t('Create a password for applications (app password) in the account, and use that.'),
  },
  {
    says: /client-not-enrolled|This app has been (?:disabled|suspended|deactivated)|app_?(?:is_)?(?:inactive|suspended|disabled)|account_inactive|account (?:has been |is )(?:suspended|deactivated|disabled|locked)/i,
    cause: (found) => l10n.t('The account or the application of the service is not active: {0}', found),
    advice: () => l10n.t('Look at its state on the page of the service.'),
  },
  {
    says: /dailyLimitExceeded|quotaExceeded|userRateLimitExceeded|RESOURCE_EXHAUSTED/,
    cause: (found) => l10n.t('The quota of the service is used up for now: {0}', found),
    advice: () => l10n.t('Try again later, or raise the quota at the service.'),
  },
];
