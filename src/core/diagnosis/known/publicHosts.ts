import { l10n } from '../../../base/l10n.ts';

/** Services whose certificates every system trusts, so that another one is not theirs. */
const publicHost =
  /(?:^|\.)(?:(?:npmjs|pypi|pythonhosted|rubygems)\.org|(?:github|githubusercontent|githubcopilot|gitlab|atlassian|googleapis|openai|anthropic|microsoft|slack|notion|figma|stripe|cloudflare|supabase|yarnpkg|docker)\.com|ghcr\.io|docker\.io|sentry\.io|crates\.io|linear\.app|huggingface\.co)(?::443)?$/i;

/** A company or a virus scanner that reads what is encrypted puts its own certificate in the place of theirs. */
export function replacedCertificate(host: string, said: string): string | undefined {
  if (!publicHost.test(host.replace(/^https?:\/\//, '')) || !unknownAuthority.test(said)) return undefined;
  return l10n.t('A proxy, as of a company, or a virus scanner replaces the certificate of {0}.', host);
}

const unknownAuthority =
  /UNABLE_TO|SELF_SIGNED|UnknownIssuer|self[- ]signed|unable to (?:get|verify)|unknown authority|PKIX path/i;
