import { l10n } from '../../../../base/l10n.ts';
import { changeValue } from '../../cures/entryValues.ts';
import { nodeOption } from '../../cures/environment.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';

const forms: readonly RegExp[] = [
  /(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)[^\n]{0,20} ((?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]{1,20}?)(?::\d{1,5})?(?= |\n|$)/i,
  /\(((?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]{1,20})\)[^\n]{0,60}(?:Network is unreachable|No route to host|Cannot assign requested address)/i,
  /server at "((?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]{0,20})"[^\n]{0,60}(?:unreachable|No route to host|Cannot assign requested address)/i,
  /dial tcp \[((?:[0-9a-f]{1,4}:){2,7}[0-9a-f:]{1,20})\]:\d+[^\n]{0,40}(?:unreachable|no route|cannot assign)/i,
];

/** The name leads to an IPv6 address, and this network has no IPv6. */
export const noIpv6 = rule('network/ipv6', (evidence) => {
  const launch = stdioOf(evidence);
  const output = outputOf(evidence);
  const match = forms.map((form) => form.exec(output)).find((each) => each !== null);
  if (!launch || !match || /^f[cd]|^fe80/i.test(match[1] ?? '')) return undefined;
  const host = hostOf(evidence) ?? match[1] ?? '';
  return {
    cause: l10n.t('{0} has an IPv6 address only ({1}), and this network has no IPv6.', host, match[1] ?? ''),
    remedies: [
      ...throughPooler(evidence),
      ...(isNode.test(programName(launch.command))
        ? [nodeOption(l10n.t('Prefer IPv4'), evidence, '--dns-result-order=ipv4first')]
        : []),
      ...changeValue(evidence, host),
      advise(l10n.t('Use an address of the service that has IPv4, or a network with IPv6.')),
    ],
    proof: lineAt(output, match.index),
    isCertain: evidence.end !== undefined,
  };
});

const isNode = /^(?:node|npx|npm|pnpm|yarn|tsx)$/;
const address = /^[a-z][\w+.-]*:\/\//i;

function hostOf(evidence: Evidence): string | undefined {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const urls = [...args, ...Object.values(env)].filter(
    (value) => address.test(value ?? '') && URL.canParse(value ?? ''),
  );
  const [only, ...others] = urls;
  return only && others.length === 0 ? new URL(only).hostname : undefined;
}

const supabase = /^(postgres(?:ql)?:\/\/)postgres(:[^@\s]*)?@db\.(\w+)\.supabase\.co(?::5432)?/;

/** Supabase has a pooler with IPv4, in whose address the user is called after the project. */
function throughPooler(evidence: Evidence): readonly Remedy[] {
  const { args = [], env = {} } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => supabase.test(arg));
  const [name, value] =
    at >= 0 ? [undefined, args[at]] : (Object.entries(env).find(([, each]) => supabase.test(each ?? '')) ?? []);
  if (!value) return [];
  const now = value.replace(supabase, '$1postgres.$3$2@aws-0-REGION.pooler.supabase.com:5432');
  const title = l10n.t('Enter the address of its pooler, from "Connect" on the page of the project');
  return [ask(title, name === undefined ? ['args', at] : ['env', name], { now })];
}
