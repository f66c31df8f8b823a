import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { ask, askForFile, setValue } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

const isPython = /^(?:uv|uvx|python[\d.]*|pipx|pip|poetry)$/;
const isNode = /^(?:node|npx|npm|pnpm|yarn|bun|bunx|tsx)$/;

/** The authorities that the system trusts, as browsers do; or one more of a file. */
export function trustMore(evidence: Evidence, whose: 'registry' | 'service'): readonly Remedy[] {
  const runtime = runtimeOf(evidence);
  const system = l10n.t('Trust the certificates of this system');
  const file = l10n.t('Choose the file with the certificate of the authority');
  if (whose === 'registry' && /^uvx?$/.test(runtime))
    return [setValue(system, ['env', 'UV_NATIVE_TLS'], '1'), askForFile(file, ['env', 'SSL_CERT_FILE'])];
  if (runtime === 'deno') return [setValue(system, ['env', 'DENO_TLS_CA_STORE'], 'system')];
  if (isPython.test(runtime))
    return [askForFile(file, ['env', usesRequests(evidence) ? 'REQUESTS_CA_BUNDLE' : 'SSL_CERT_FILE'])];
  if (isNode.test(runtime))
    return [setValue(system, ['env', 'NODE_USE_SYSTEM_CA'], '1'), askForFile(file, ['env', 'NODE_EXTRA_CA_CERTS'])];
  return [askForFile(file, ['env', 'SSL_CERT_FILE'])];
}

/** It has authorities of its own, and a variable for others. */
function usesRequests(evidence: Evidence): boolean {
  return /requests\.(?:exceptions|adapters)|HTTPSConnectionPool/.test(outputOf(evidence));
}

/** `cmd /c npx …` runs Node.js too. */
function runtimeOf(evidence: Evidence): string {
  const { command = '', args = [] } = stdioOf(evidence) ?? {};
  const name = programName(command);
  return name === 'cmd' && /^\/[ck]$/i.test(args[0] ?? '') ? programName(args[1] ?? '') : name;
}

/** What stands in the entry, else what the user enters. */
export function setProxy(evidence: Evidence): readonly Remedy[] {
  const now = stdioOf(evidence)?.env['HTTPS_PROXY'] ?? '';
  return [ask(l10n.t('Enter the address of the proxy'), ['env', 'HTTPS_PROXY'], { now: now === '' ? 'http://' : now })];
}

/** Adds to what NODE_OPTIONS has, in place of the same option. */
export function nodeOption(text: string, evidence: Evidence, option: string): Remedy {
  const name = option.replace(/=.*/, '');
  const now = (stdioOf(evidence)?.env['NODE_OPTIONS'] ?? '').split(/\s+/).filter((each) => !each.startsWith(name));
  return setValue(text, ['env', 'NODE_OPTIONS'], [...now, option].join(' ').trim());
}
