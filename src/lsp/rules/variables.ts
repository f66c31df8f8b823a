import { configFormats } from '../../core/config/model/formats.ts';
import { translate } from '../../core/config/model/dialects.ts';
import { type PlacedReference, referencesIn } from '../../core/config/model/references.ts';
import { pathVariable } from '../../core/config/variables/pathVariables.ts';
import { clientOf, environmentName, understands } from '../document/clients.ts';
import { clientKeys } from '../document/clientKeys.ts';
import type { PlacedServer } from '../document/configText.ts';
import { type Finding, type Fix, replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { RuleContext, ServerRule } from './rule.ts';

/** Variables that this client does not expand, or that have no value here. */
export const variables: ServerRule = (server, context) => {
  const { text } = context.document;
  if (!text.includes('${')) return [];
  return referencesIn(text, server.body).flatMap((reference) => {
    const foreign = understands(server.entry.source.kind, reference)
      ? undefined
      : foreignFinding(reference, server, context);
    const unset = foreign ? undefined : unsetFinding(reference, server, context);
    return [foreign, unset].filter((finding) => finding !== undefined);
  });
};

function foreignFinding(
  reference: PlacedReference,
  { entry }: PlacedServer,
  { document }: RuleContext,
): Finding | undefined {
  const { kind } = document;
  if (kind === 'mcprc' || kind === 'plain' || reference.name === 'command') return undefined;
  if (reference.name === 'input' && configFormats[kind].inputs === undefined && kind !== 'claudeDesktop') {
    return { ...foreign(reference, document, entry.name), severity: 'warning' };
  }
  const finding = foreign(reference, document, entry.name);
  return kind === 'vscode' ? { ...finding, coveredBy: 'vscode-mcp' } : finding;
}

function foreign(reference: PlacedReference, document: RuleContext['document'], server: string): Finding {
  const { client } = clientKeys[document.kind];
  return {
    code: 'foreign-variable',
    severity: 'warning',
    message: l10n.t('{0} does not resolve {1} in this file: the server gets it unresolved.', client, reference.text),
    at: reference,
    server,
    fixes: () => translated(reference, document),
  };
}

function translated(reference: PlacedReference, { kind }: RuleContext['document']): readonly Fix[] {
  const own = translate(reference.text, clientOf[kind], () => {});
  if (own === reference.text) return [];
  return [
    {
      title: l10n.t('Change to {0}', own),
      changes: [replaceAt(reference, JSON.stringify(own).slice(1, -1))],
      preferred: true,
    },
  ];
}

function unsetFinding(
  reference: PlacedReference,
  { entry }: PlacedServer,
  { around }: RuleContext,
): Finding | undefined {
  if (!around.trusted) return undefined;
  const path = pathVariable(reference, entry.source, around);
  if (path) {
    if (path.ok) return undefined;
    return { code: 'unset-variable', severity: 'warning', message: path.message, at: reference, server: entry.name };
  }
  const variable = environmentName(reference);
  if (!variable || variable.hasDefault || variable.name === '' || around.env[variable.name] !== undefined)
    return undefined;
  return {
    code: 'unset-variable',
    severity: 'warning',
    message: l10n.t('The environment variable {0} is not set where the editor runs.', variable.name),
    at: reference,
    server: entry.name,
  };
}
