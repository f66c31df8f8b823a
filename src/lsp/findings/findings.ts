import type { ConfigText, PlacedServer } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import { FindingMemory } from './findingMemory.ts';
import { coreProblems } from '../rules/coreProblems.ts';
import { agentDelivery } from '../rules/delivery.ts';
import { missingFiles } from '../rules/files.ts';
import { rootKeys, unknownKeys } from '../rules/keys.ts';
import { risks } from '../rules/launchRisks.ts';
import { liveFindings } from '../rules/live.ts';
import type { FileRule, RuleContext, ServerRule } from '../rules/rule.ts';
import { runners } from '../rules/runners.ts';
import { openInputs, secretLiterals } from '../rules/secrets.ts';
import { secretVariables } from '../rules/secretVariables.ts';
import { shadowedServers } from '../rules/shadowed.ts';
import { strictJson } from '../rules/strictJson.ts';
import { transports } from '../rules/transports.ts';
import { variables } from '../rules/variables.ts';
import { hasEditorSchema } from '../document/schema.ts';
import type { Environment } from '../environment/environment.ts';

const fileRules: readonly FileRule[] = [coreProblems, strictJson, rootKeys, openInputs, shadowedServers];
const serverRules: readonly ServerRule[] = [
  unknownKeys,
  missingFiles,
  secretLiterals,
  secretVariables,
  variables,
  transports,
  runners,
  risks,
  agentDelivery,
  liveFindings,
];

/** All findings of a file, also those that the editor reports itself. */
export function findingsOf(
  document: ConfigText,
  around: Environment,
  memory = new FindingMemory(),
): readonly Finding[] {
  const context = { document, around };
  const whole = document.servers.filter(({ entry }) => !entry.incomplete);
  const found = [...fileRules.flatMap((rule) => rule(context)), ...memory.findings(whole, context, lookAt)];
  return withoutRepeats(found).toSorted((a, b) => a.at.offset - b.at.offset);
}

function lookAt(server: PlacedServer, context: RuleContext): readonly Finding[] {
  return serverRules.flatMap((rule) => rule(server, context));
}

/** Findings that this editor does not report itself. */
export function shownFindings(
  findings: readonly Finding[],
  document: ConfigText,
  around: Environment,
): readonly Finding[] {
  return findings.filter(({ coveredBy }) => coveredBy === undefined || !isCovered(coveredBy, document, around));
}

/** The editor's JSON support looks only at files whose language is JSON. */
function isCovered(check: NonNullable<Finding['coveredBy']>, document: ConfigText, around: Environment): boolean {
  return check === 'json-schema' ? hasEditorSchema(document, around) : around.covers.has(check) && document.isJson;
}

function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, at }) => {
    const key = `${code} ${at.offset} ${at.length}`;
    return !seen.has(key) && seen.add(key);
  });
}
