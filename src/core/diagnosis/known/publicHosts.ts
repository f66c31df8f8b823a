import { l10n } from '../../../base/l10n.ts';

/** Services whose certificates every system trusts, so that another one is not theirs. */
const publicHost =
  /(?:^|\.)(?:npmjs\.org|yarnpkg\.com|pypi\.org|pythonhosted\.org|jsr\.io|crates\.io|rubygems\.org|nuget\.org|docker\.(?:io|com)|ghcr\.io|github\.com|githubusercontent\.com|githubcopilot\.com|gitlab\.com|atlassian\.(?:com|net)|googleapis\.com|google\.com|openai\.com|anthropic\.com|claude\.ai|microsoft(?:online)?\.com|notion\.(?:com|so)|linear\.app|figma\.com|slack\.com|sentry\.(?:io|dev)|stripe\.com|vercel\.(?:com|app)|cloudflare\.com|supabase\.(?:com|co)|huggingface\.co|hf\.co|brave\.com|context7\.com|hubapi\.com|hubspot\.com|asana\.com|airtable\.com|deno\.(?:com|land)|nodejs\.org|playwright\.dev)(?::443)?$/i;

/** A company or a virus scanner that reads what is encrypted puts its own certificate in the place of theirs. */
export function replacedCertificate(host: string, said: string): string | undefined {
  if (!publicHost.test(host.replace(/^https?:\/\//, '')) || !unknownAuthority.test(said)) return undefined;
  return l10n.t(
    'A proxy, such as that of a company, or a virus scanner replaces the certificate of {0} with its own, which is not trusted.',
    host,
  );
}

const unknownAuthority =
  /UNABLE_TO_GET_ISSUER|SELF_SIGNED|UNABLE_TO_VERIFY_LEAF|UnknownIssuer|self[- ]signed|unable to (?:get (?:local )?issuer|verify the first)|unknown authority|PKIX path building/i;
