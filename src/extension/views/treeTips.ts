import * as vscode from 'vscode';
import type { Core } from '../../core/app/core.ts';
import type { ServerStatistics } from '../../contract/browse.ts';
import { noSandbox } from '../../core/trust/approval/risks.ts';
import type { StatisticsTotal } from '../../core/servers/calls/lastingStatistics.ts';
import { toolLabels } from '../../core/gateway/exposure/toolLabels.ts';
import { labelText } from '../../core/trust/flows/labelText.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import { revealHidden } from '../../base/text/hiddenCharacters.ts';
import type { ServerView } from '../../contract/inspector.ts';
import { visibilityLines } from '../lm/visibilityText.ts';

/** Plain text, never markdown: much of it comes from the server. Created only on hover. */
export function serverTip(core: Core, view: ServerView): string {
  const { label, source, transport, stateText, serverName, serverVersion, protocolVersion } = view;
  const entry = core.entry(view.id);
  const server = core.server(view.id);
  const lines = [
    `${label} (${source}, ${transport})`,
    stateText,
    ...failureLines(view),
    view.outOfDate === undefined ? undefined : vscode.l10n.t('Out of date: {0}', view.outOfDate),
    serverName === undefined ? undefined : `${serverName} ${serverVersion ?? ''}`.trim(),
    protocolVersion === undefined ? undefined : `MCP ${protocolVersion}`,
    view.signedIn,
    entry?.options.description,
    entry?.options.sandboxEnabled === true ? noSandbox() : undefined,
    hidden(core, view),
    statisticsLine(server.readStatistics()),
    totalLine(core.statistics(view.id)),
    ...server.problems.peek(),
    ...findingLines(core, view.id),
    ...visibilityLines(core, view.id),
  ];
  return core.redactor.text(lines.filter((line) => line !== undefined && line !== '').join('\n'));
}

/** The row has the cause: how the server ended, the line that proves it, and what helps. */
function failureLines({ fault, cause, proof }: ServerView): readonly (string | undefined)[] {
  if (!fault) return [];
  const isKnown = cause !== undefined;
  return [
    isKnown ? fault.message : undefined,
    proof === undefined ? undefined : `> ${proof}`,
    fault.hint?.replace(cause ?? '', '').trim(),
  ];
}

/** What the tool says of itself, and what it means for a session of an agent. */
export function toolTip({ gateway, redactor }: Core, server: string, definition: ToolDefinition): string {
  const rule = gateway.exposure.peek().get(server)?.rule(definition.name);
  const labels = labelText(toolLabels(definition, rule));
  const lines = [
    redactor.text(revealHidden(definition.description ?? '')),
    labels === '' ? '' : vscode.l10n.t('For agents: {0}', labels),
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function hidden(core: Core, { id, hiddenTools = 0 }: ServerView): string | undefined {
  if (hiddenTools === 0) return undefined;
  const server = core.server(id);
  const offered = new Set(server.tools.peek());
  const names = server.listedTools.peek().filter((tool) => !offered.has(tool));
  return vscode.l10n.t('Excluded by configuration: {0}', names.map(({ name }) => name).join(', '));
}

function statisticsLine(statistics: ServerStatistics): string | undefined {
  const { connects, reconnects, calls, errors, latencyMs, bytesIn, bytesOut, upSince } = statistics;
  if (connects === 0) return undefined;
  const parts = [
    vscode.l10n.t('{0} connections, {1} reconnects', connects, reconnects),
    vscode.l10n.t('{0} calls, {1} errors', calls, errors),
    calls === 0 ? undefined : `p50 ${ms(latencyMs.p50)}, p95 ${ms(latencyMs.p95)}, p99 ${ms(latencyMs.p99)}`,
    vscode.l10n.t('{0} received, {1} sent', bytes(bytesIn), bytes(bytesOut)),
    upSince === undefined ? undefined : vscode.l10n.t('up since {0}', new Date(upSince).toLocaleTimeString()),
  ];
  return parts.filter((part) => part !== undefined).join('\n');
}

function totalLine(total: StatisticsTotal | undefined): string | undefined {
  if (!total) return undefined;
  const { since, connects, calls, errors } = total;
  const day = new Date(since).toLocaleDateString(vscode.env.language);
  return vscode.l10n.t('Since {0}: {1} connections, {2} calls, {3} errors', day, connects, calls, errors);
}

function findingLines(core: Core, id: string): readonly string[] {
  const found = core.findings(id).filter(({ severity }) => severity !== 'low');
  return found.map(({ tool, message }) => `⚠ ${tool ?? vscode.l10n.t('Instructions')}: ${message}`);
}

function ms(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  return count < 1024 * 1024 ? `${(count / 1024).toFixed(1)} KB` : `${(count / 1024 / 1024).toFixed(1)} MB`;
}
