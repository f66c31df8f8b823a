import { faultText } from '../../base/fault.ts';
import type { Hover } from 'vscode-languageserver-protocol';
import { configFormats } from '../../core/config/model/formats.ts';
import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import { type PlacedReference, referencesIn } from '../../core/config/model/references.ts';
import type { LiveServer } from '../../contract/language.ts';
import { keyDescriptions } from '../document/clientKeys.ts';
import { type ConfigText, type PlacedServer, textItems, textMember } from '../document/configText.ts';
import { knownOf } from '../completion/serverSnippets.ts';
import { l10n } from '../../base/l10n.ts';
import { hidden, previewCommand, previewPairs, previewVariable, variableTexts } from './preview.ts';
import { hasEditorSchema } from '../document/schema.ts';
import type { Environment } from '../environment/environment.ts';
import { rangeOf } from '../document/toLsp.ts';

const shownTools = 15;

/** The most particular thing under the mouse: a variable, then a word of the launch, then the server. */
export function hoverAt(document: ConfigText, offset: number, around: Environment): Hover | undefined {
  const server = document.serverAt(offset);
  if (!server) return undefined;
  const reference = referencesIn(document.text, server.body).find((one) => contains(one, offset));
  if (reference) return card(document, reference, variableText(reference, server, document, around));
  const name = server.entry.spans.name;
  if (contains(name, offset)) return card(document, name, serverText(server, around));
  return wordHover(document, server, offset, around) ?? keyHover(document, server, offset, around);
}

function contains({ offset, length }: TextRange, at: number): boolean {
  return at >= offset && at <= offset + length;
}

function card(document: ConfigText, at: TextRange, value: string): Hover {
  return { contents: { kind: 'markdown', value }, range: rangeOf(document, at) };
}

/** Text of a file or a server is data: between fences or escaped, never markup. */
function code(text: string): string {
  return (
    '`' +
    text
      .replaceAll('`', "'")
      .replaceAll('|', '\\|')
      .replaceAll(/[\r\n]+/g, ' ') +
    '`'
  );
}

function fence(text: string, language = ''): string {
  return `\`\`\`${language}\n${text.replaceAll('```', "'''")}\n\`\`\``;
}

function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!|<>&~-]/g, String.raw`\$&`).replaceAll(/[\r\n]+/g, ' ');
}

function serverText(server: PlacedServer, around: Environment): string {
  const { entry } = server;
  const live = around.live(entry.source.file, entry.name);
  const { launch } = entry;
  const pairs = previewPairs(launch.kind === 'stdio' ? launch.env : launch.headers, entry, around);
  const known = knownOf(launch.kind === 'stdio' ? launch.args : [], launch.kind === 'stdio' ? undefined : launch.url);
  return [
    `**${plain(entry.name)}** · ${launch.kind} · ${configFormats[entry.source.kind].label()}`,
    ...(known ? [plain(known.about())] : []),
    fence([previewCommand(entry, around), ...pairs].join('\n'), 'sh'),
    ...shadowLine(server, around),
    ...(live ? liveText(live) : []),
  ].join('\n\n');
}

function shadowLine({ entry }: PlacedServer, around: Environment): readonly string[] {
  const live = around.live(entry.source.file, entry.name);
  return live || !around.commands.has('mcpSwitchboard.inspectServer')
    ? []
    : [l10n.t('Not managed by Switchboard in this window.')];
}

function liveText(live: LiveServer): readonly string[] {
  const { stateText, protocolVersion, product, startMs, fault, tools } = live;
  const spoken = protocolVersion === undefined ? '' : ` · MCP ${protocolVersion}`;
  const started = startMs === undefined ? '' : ` · ${l10n.t('started in {0} ms', Math.round(startMs))}`;
  return [
    `${l10n.t('State')}: ${plain(stateText)}${spoken}${started}${product === undefined ? '' : ` · ${code(product)}`}`,
    ...(fault ? [`${l10n.t('Last error')}: ${plain(faultText(fault))}`] : []),
    ...(live.stderrTail ? [fence(live.stderrTail.trim().split('\n').slice(-8).join('\n'))] : []),
    ...(tools.length > 0 ? [toolTable(live)] : []),
  ];
}

/** Most expensive first: a tool's definition costs its tokens in every request. */
function toolTable({ tools }: LiveServer): string {
  const sorted = tools.toSorted((a, b) => b.tokens - a.tokens);
  const rows = sorted.slice(0, shownTools).map(({ name, tokens }) => `| ${code(name)} | ~${tokens} |`);
  const rest = sorted.length > shownTools ? [`| … ${l10n.t('{0} more', sorted.length - shownTools)} | |`] : [];
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return [
    `| ${l10n.t('{0} tools', tools.length)} | ~${total} ${l10n.t('tokens')} |`,
    '|---|---|',
    ...rows,
    ...rest,
  ].join('\n');
}

function variableText(
  reference: PlacedReference,
  { entry, body }: PlacedServer,
  { config }: ConfigText,
  around: Environment,
): string {
  if (reference.name === 'input') {
    const input = config.inputs.find(({ id }) => id === reference.argument);
    if (!input) return l10n.t('{0} is not declared in this file.', code(reference.text));
    const secret = input.password ? ` · ${l10n.t('kept as a secret')}` : '';
    return `${code(reference.text)} · ${input.kind}${secret}\n\n${plain(input.description)}`;
  }
  const text = variableTexts(body).find(({ node }) => contains(node, reference.offset));
  const found = previewVariable(reference, entry, around, text?.secret ?? false);
  if (found.kind === 'value') return `${code(reference.text)} = ${code(found.text)}`;
  if (found.kind === 'hidden') return `${code(reference.text)} = ${hidden} (${l10n.t('set')})`;
  return found.kind === 'unset'
    ? l10n.t('{0} is not set.', code(reference.text))
    : l10n.t('{0} is resolved when the server starts.', code(reference.text));
}

/** The program, and the package or the address that a user may know. */
function wordHover(
  document: ConfigText,
  { body }: PlacedServer,
  offset: number,
  around: Environment,
): Hover | undefined {
  const command = textMember(body, 'command');
  if (command && contains(command.node, offset)) {
    const found = around.trusted && !/[\\/]/.test(command.text) ? around.findProgram(command.text) : undefined;
    return typeof found === 'string' && found !== 'pending' ? card(document, command.node, code(found)) : undefined;
  }
  const words: readonly { node: JsonNode; text: string }[] = [...textItems(body, 'args'), ...addressWord(body)];
  const word = words.find(({ node }) => contains(node, offset));
  const known = word && (knownOf([word.text]) ?? knownOf([], word.text));
  return known && word ? card(document, word.node, plain(known.about())) : undefined;
}

function addressWord(body: PlacedServer['body']): readonly { node: JsonNode; text: string }[] {
  const url = textMember(body, 'url', 'serverUrl');
  return url ? [url] : [];
}

/** What a key means, unless a schema of the editor describes it. */
function keyHover(
  document: ConfigText,
  { body }: PlacedServer,
  offset: number,
  around: Environment,
): Hover | undefined {
  if (hasEditorSchema(document, around)) return undefined;
  const member = body.members.find(({ keyOffset, keyLength }) =>
    contains({ offset: keyOffset, length: keyLength }, offset),
  );
  const about = member && keyDescriptions[member.key]?.about();
  return member && about !== undefined
    ? card(document, { offset: member.keyOffset, length: member.keyLength }, about)
    : undefined;
}
