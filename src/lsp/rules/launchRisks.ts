import type { Risk, RiskCode } from '../../core/trust/approval/risk.ts';
import { launchRisks } from '../../core/trust/approval/risks.ts';
import { memberOf } from '../../core/config/text/jsonTree.ts';
import { type PlacedServer, textItems, textMember } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import type { ServerRule } from './rule.ts';

/** Reported by other rules, or not useful while typing. */
const leftOut: ReadonlySet<RiskCode> = new Set([
  'unpinned',
  'secret-argument',
  'variable-argument',
  'address-credentials',
  'workspace-program',
]);
/** A variable such as PATH is risky, but often legitimate. */
const softened: ReadonlySet<RiskCode> = new Set(['loads-code', 'secret-path', 'from-repository']);

/** The warnings of the approval dialog, shown in the file. */
export const risks: ServerRule = (server) =>
  launchRisks(server.entry)
    .filter(({ code, severity }) => severity !== 'note' && !leftOut.has(code))
    .map((risk) => ({
      code: risk.code,
      severity: severityOf(risk),
      message: risk.message,
      at: placeOfRisk(risk, server),
      server: server.entry.name,
    }));

/** Asking for a sandbox is fine: VS Code supports it. */
function severityOf({ code, severity }: Risk): Finding['severity'] {
  if (code === 'no-sandbox') return 'hint';
  return severity === 'danger' && !softened.has(code) ? 'warning' : 'info';
}

function placeOfRisk({ code, subject }: Risk, { body, entry }: PlacedServer): Finding['at'] {
  if (code === 'loads-code') {
    const env = memberOf(body, 'env')?.value;
    const member = env?.kind === 'object' ? env.members.find(({ key }) => key === subject) : undefined;
    return member ?? entry.spans.name;
  }
  if (code === 'no-sandbox') return memberOf(body, 'sandboxEnabled') ?? entry.spans.name;
  if (code === 'plain-http' || code === 'odd-host')
    return textMember(body, 'url', 'serverUrl')?.node ?? entry.spans.name;
  const args = textItems(body, 'args');
  const word = args.find(({ text }) => text === subject);
  const command = textMember(body, 'command')?.node;
  const inArguments = code === 'container-power' || code === 'other-registry';
  return word?.node ?? (inArguments ? memberOf(body, 'args')?.value : command) ?? entry.spans.name;
}
