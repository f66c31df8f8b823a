import { memberOf } from '../../core/config/text/jsonTree.ts';
import { keyPlace } from '../../core/config/model/problems.ts';
import { referencesIn } from '../../core/config/model/references.ts';
import type { PlacedServer } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import { l10n } from '../document/l10n.ts';
import type { RuleContext, ServerRule } from './rule.ts';

/**
 * Copilot's agent runs in a process of its own and gets servers handed over, not
 * all and not whole. A hint: the file is right, and VS Code itself runs the server.
 */
export const agentDelivery: ServerRule = (server, context) => {
  const whole = notDelivered(server, context);
  return whole ? [whole] : ignoredKeys(server, context);
};

function hint(message: string, at: Finding['at'], { entry }: PlacedServer): Finding {
  return { code: 'agent-delivery', severity: 'hint', message, at, server: entry.name };
}

function notDelivered(server: PlacedServer, { document }: RuleContext): Finding | undefined {
  const { kind } = document;
  const name = server.entry.spans.name;
  if (kind === 'codeWorkspace')
    return hint(
      l10n.t(
        "Copilot's agent does not get this server: those of a .code-workspace file are not handed over. .mcp.json is.",
      ),
      name,
      server,
    );
  if (kind === 'cursor' && server.entry.source.folder)
    return hint(
      l10n.t("Copilot's agent does not get this server: it does not read Cursor's files. .mcp.json it does."),
      name,
      server,
    );
  if (kind === 'mcprc')
    return hint(
      l10n.t("Copilot's agent does not get this server: VS Code does not read .mcprc. .mcp.json it does."),
      name,
      server,
    );
  if (kind !== 'vscode' && kind !== 'user' && kind !== 'devcontainer') return undefined;
  const asking = referencesIn(document.text, server.body).find(
    (reference) => reference.name === 'input' || reference.name === 'command',
  );
  if (!asking) return undefined;
  return hint(
    l10n.t(
      "Copilot's agent does not get this server: {0} needs an answer from a person. An environment variable does not.",
      asking.text,
    ),
    asking,
    server,
  );
}

function ignoredKeys(server: PlacedServer, { document }: RuleContext): readonly Finding[] {
  if (document.kind !== 'vscode' && document.kind !== 'user') return [];
  return ['envFile', 'sandboxEnabled', 'dev', 'oauth'].flatMap((key) => {
    const member = memberOf(server.body, key);
    if (!member || (key === 'oauth' && !memberOf(member.value, 'clientId'))) return [];
    return [hint(l10n.t('Copilot\'s agent gets this server without "{0}".', key), keyPlace(member), server)];
  });
}
