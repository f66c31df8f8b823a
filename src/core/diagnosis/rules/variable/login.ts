import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { runItself } from '../../cures/runItself.ts';
import { advise, askFor, askForFile, runInTerminal, tryAgain } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { otherProfiles } from './otherProfile.ts';

/** What the software kits of the large clouds say without credentials. */
export const cloudCredentials = outputRule(
  'variable/cloud',
  [
    /(Unable to locate credentials|NoCredentialsError|NoCredentialProviders|Could not load credentials from any providers|CredentialsProviderError)/,
    /(Could not (?:automatically determine|load the default) credentials|default credentials were not found|could not find default credentials)/,
    /(AADSTS\d{4,8}: [^\n]{3,160}|DefaultAzureCredential failed|CredentialUnavailableError|AADSTS\d{4,8})/,
    /(You must specify a region|NoRegionError|Missing region in config|Region is missing)/,
    /(Unable to detect a Project Id)/,
    /(The config profile \([^)\n]{1,60}\) could not be found)/,
    /(SSO session[^\n]{0,60}(?:expired|invalid)|SSOTokenLoadError|Token has expired and refresh failed|ExpiredToken\w{0,10})/,
    /(Reauthentication (?:is )?(?:needed|required)|invalid_grant: (?!Invalid JWT)[^\n]{0,60})/,
  ],
  ([, what = ''], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const isRegion = /region/i.test(what);
    const isAws = isRegion || /credentials from any|locate|NoCredential|CredentialsProvider|config profile/.test(what);
    const profile = /profile \(([\w.-]{1,60})\)/.exec(what)?.[1];
    const login = /SSO|refresh failed|ExpiredToken/.test(what)
      ? ssoLogin(evidence)
      : isAws
        ? ['aws', 'configure', ...(profile === undefined ? [] : ['--profile', profile])]
        : /Azure|AADSTS|CredentialUnav/.test(what)
          ? ['az', 'login']
          : google;
    return {
      cause: sessionOf(what, evidence)
        ? l10n.t('{0} has expired or was revoked.', session)
        : isSignInOver.test(what)
          ? ssoCause(evidence)
          : isGoogleOver.test(what)
            ? l10n.t('The sign-in to Google Cloud has expired, and has to be made again.')
            : isRegion
              ? l10n.t('The server uses AWS and has no region: {0}', what)
              : /^AADSTS\d+: /.test(what)
                ? l10n.t('Azure does not sign the server in: {0}', what)
                : profile === undefined
                  ? l10n.t('The server finds no credentials of the cloud that it uses: {0}', what)
                  : l10n.t('The profile "{0}" of AWS, which the server uses, does not exist.', profile),
      remedies: [
        ...(sessionOf(what, evidence) ? ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', session].map(askFor) : []),
        ...(isRegion ? [askFor('AWS_REGION')] : []),
        ...(/tenant/i.test(what) ? [askFor('AZURE_TENANT_ID')] : []),
        ...(profile === undefined ? [] : [...otherProfiles(profile, evidence), ...changeValue(evidence, profile)]),
        ...(what.includes('Project Id') ? [askFor('GOOGLE_CLOUD_PROJECT')] : []),
        runInTerminal(l10n.t('Run "{0}" in a terminal', login.join(' ')), login),
      ],
      ...inEntry('env'),
    };
  },
);

const session = 'AWS_SESSION_TOKEN';

/** Keys for some hours, which the entry has itself. */
function sessionOf(what: string, evidence: Evidence): boolean {
  return what.startsWith('ExpiredToken') && Boolean(stdioOf(evidence)?.env[session]);
}

const isSignInOver = /SSO session|SSOTokenLoad|refresh failed|ExpiredToken/;
const isGoogleOver = /Reauthentication|invalid_grant/;

function ssoCause(evidence: Evidence): string {
  const profile = stdioOf(evidence)?.env['AWS_PROFILE'];
  return profile
    ? l10n.t('The sign-in to AWS with the profile "{0}" has expired.', profile)
    : l10n.t('The sign-in to AWS has expired.');
}

function ssoLogin(evidence: Evidence): readonly string[] {
  const profile = stdioOf(evidence)?.env['AWS_PROFILE'];
  return ['aws', 'sso', 'login', ...(profile ? ['--profile', profile] : [])];
}

/** Each API of Google is turned on for each project. */
export const apiDisabled = outputRule(
  'variable/api-disabled',
  [
    /([A-Z][\w ]{2,40} API) has not been used in project (\S{1,60}) before or it is disabled(?:[^\n]{0,80}?apis\/api\/([\w.-]{3,80}))?/,
    /([\w.-]{3,60}\.googleapis\.com) is not enabled[^\n]{0,40}project ['"]?([\w:.-]{1,60})/i,
  ],
  ([, name = '', project = '', host], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const api = host ?? (name.endsWith('.googleapis.com') ? name : undefined);
    const id = /^[\w-]{3,60}$/.test(project) ? `?project=${project}` : '';
    const url = `https://console.cloud.google.com/apis/library/${api ?? ''}${id}`;
    return {
      cause: l10n.t('The {0} is not turned on in the Google Cloud project {1}.', name, project),
      remedies: [{ text: l10n.t('Open {0}', url), cure: { kind: 'browse', url } }, tryAgain()],
    };
  },
);

/** kubectl and its like read one file. */
export const clusterUnknown = outputRule(
  'variable/kubeconfig',
  [
    /((?:invalid configuration: )?no configuration has been provided)/i,
    /(\.kube\/config"?: no such file)/,
    /(no current-context is set|current-context is not set|current-context must exist)/i,
    /(?:context "([^"\n]{1,80})" does not exist|no context exists with the name:? "([^"\n]{1,80})")/,
  ],
  ([all = '', what = '', other], evidence) => ({
    cause: l10n.t('The server finds no configuration of a Kubernetes cluster: {0}', / exist/.test(all) ? all : what),
    remedies: [
      ...(/ exist/.test(all) ? changeValue(evidence, other ?? what) : []),
      askForFile(l10n.t('Choose the file'), ['env', 'KUBECONFIG']),
    ],
    ...inEntry('env'),
  }),
);

const google = ['gcloud', 'auth', 'application-default', 'login'];

/** The few that are handed on to the server itself. */
const verb = /\b(?:run|with|use)\b[^\n]{0,20}[`'"](auth|login|setup|init|configure)[`'"]/i;

/** Nothing is run that a server names: its words are only shown. */
export const loginFirst = outputRule(
  'variable/login',
  [
    /\b(?:run|use|try|execute|with)\b[^\n`'"]{0,20}[`'"][\w./@ -]{0,80}\b(?:login|auth|authenticate|setup|init|configure)\b[^`'"\n]{0,60}[`'"]/i,
    /\b(?:run|execute|start with|use)\b:? [\w./ -]{0,40}(?:--?)?\b(?:setup|login|auth|authenticate|init|configure|onboard)\b(?! (?:failed|error))/i,
    /\b(?:not|never) (?:(?:logged|signed) in|authenticated)\b/i,
    /\bplease (?:log|sign) in\b/i,
  ],
  (_match, evidence, line) =>
    stdioOf(evidence) && {
      cause: l10n.t('The server wants to be signed in or set up once before it starts: {0}', line),
      remedies: [
        runItself(evidence, verb.exec(line)?.[1]),
        advise(l10n.t('Do what it says in a terminal, then start it again.')),
      ],
      isCertain: false,
    },
);
