import {
  type VisibilityLoss,
  type VisibilityReason,
  agentHostVisibility,
} from '../../core/gateway/exposure/agentVisibility.ts';
import { keyRange } from '../../core/config/model/problems.ts';
import { referencesIn } from '../../core/config/model/references.ts';
import { memberOf } from '../../core/config/text/jsonTree.ts';
import type { PlacedServer } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { RuleContext, ServerRule } from './rule.ts';

/**
 * Copilot's agent runs in a process of its own and gets servers handed over, not
 * all and not whole. A hint: the file is right, and VS Code itself runs the server.
 */
export const agentDelivery: ServerRule = (server, context) => {
  const { seen, reason, losses } = agentHostVisibility(server.entry);
  return seen ? losses.flatMap((loss) => lostKey(server, loss)) : notDelivered(server, context, reason);
};

function hint(message: string, at: Finding['at'], { entry }: PlacedServer): readonly Finding[] {
  return [{ code: 'agent-delivery', severity: 'hint', message, at, server: entry.name }];
}

function notDelivered(server: PlacedServer, context: RuleContext, reason: VisibilityReason): readonly Finding[] {
  const { name } = server.entry.spans;
  switch (reason) {
    case 'workspace-file':
      return hint(
        l10n.t(
          "Copilot's agent does not get this server: servers of a .code-workspace file are not forwarded. Use .mcp.json instead.",
        ),
        name,
        server,
      );
    case 'not-forwarded':
      return notRead(server);
    case 'needs-user-input':
      return needsUser(server, context);
    case 'unresolved':
      return unresolved(server, context);
    default:
      return []; // other findings cover containers and WebSockets
  }
}

/** Only for files of a workspace; the user's own files of other clients are correct as they are. */
function notRead(server: PlacedServer): readonly Finding[] {
  const { source, spans } = server.entry;
  if (source.kind === 'cursor' && source.folder)
    return hint(
      l10n.t("Copilot's agent does not get this server: it does not read Cursor's files. Use .mcp.json instead."),
      spans.name,
      server,
    );
  if (source.kind !== 'mcprc') return [];
  return hint(
    l10n.t("Copilot's agent does not get this server: VS Code does not read .mcprc. Use .mcp.json instead."),
    spans.name,
    server,
  );
}

function needsUser(server: PlacedServer, { document }: RuleContext): readonly Finding[] {
  const asking = referencesIn(document.text, server.body).find(
    (reference) => reference.name === 'input' || reference.name === 'command',
  );
  if (!asking) return [];
  return hint(
    l10n.t(
      "Copilot's agent does not get this server: {0} needs a value from the user. Use an environment variable instead.",
      asking.text,
    ),
    asking,
    server,
  );
}

/** Of the user's own file; in `.mcp.json` another finding covers it. A plain environment variable is filled in there too. */
function unresolved(server: PlacedServer, { document }: RuleContext): readonly Finding[] {
  const found = referencesIn(document.text, server.body).find(({ argument }) => !argument?.startsWith('-'));
  if (!found || server.entry.source.kind === 'mcpJson') return [];
  const message = l10n.t(
    "Copilot's agent gets {0} as it is written: it fills in only environment variables such as {1}.",
    found.text,
    '${NAME}',
  );
  return hint(message, found, server);
}

const keysOfLosses: Partial<Record<VisibilityLoss, string>> = {
  envFile: 'envFile',
  sandbox: 'sandboxEnabled',
  dev: 'dev',
  oauth: 'oauth',
};

function lostKey(server: PlacedServer, loss: VisibilityLoss): readonly Finding[] {
  const key = keysOfLosses[loss];
  const member = key === undefined ? undefined : memberOf(server.body, key);
  if (!key || !member) return [];
  return hint(l10n.t('Copilot\'s agent gets this server without "{0}".', key), keyRange(member), server);
}
