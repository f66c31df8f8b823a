import { arch, homedir, platform, release } from 'node:os';
import process from 'node:process';
import { faultText } from '../../base/fault.ts';
import { type JsonObject, isRecord } from '../../base/json.ts';
import { plainText } from '../../base/text/plainText.ts';
import { diagnosesOf } from '../diagnosis/diagnosedFault.ts';
import type { Diagnosis } from '../diagnosis/model/diagnosis.ts';
import type { Core } from './core.ts';
import { describeState } from './view/serverView.ts';

const shownLines = 40;

/**
 * What an issue about a server needs, in Markdown: versions, entry, findings and the last output. English, because
 * its readers are others. Of variables and headers only the names are told, and nothing leaves without the redactor.
 */
export function serverReport(core: Core, id: string, shell: string): string {
  const server = core.server(id);
  const entry = core.entry(id);
  const state = server.state.peek();
  const fault = 'fault' in state ? state.fault : undefined;
  const output = core.log(id).lines.slice(-shownLines);
  const text = [
    `## ${server.label}: ${fault ? faultText(fault) : describeState(state)}`,
    section('Versions', [
      `MCP Switchboard ${core.version}, ${shell}`,
      `Node.js ${process.version}, ${platform()} ${release()} ${arch()}`,
    ]),
    ...(state.kind === 'connected'
      ? [section('Server', [`${state.info.name} ${state.info.version}`, state.info.protocolVersion])]
      : []),
    ...diagnosesOf(fault).map(findingText),
    ...(entry ? [block('Entry', 'json', JSON.stringify(withoutValues(entry.raw), undefined, 2))] : []),
    block('Last output', 'text', output.map((line) => `[${line.level}] ${line.text}`).join('\n')),
  ].join('\n\n');
  return `${core.redactor.text(plainText(text)).replaceAll(homedir(), '~')}\n`;
}

function findingText({ rule, cause, proof, certainty, remedies }: Diagnosis): string {
  const lines = [cause, ...(proof === undefined ? [] : [`\`${proof.replaceAll('`', "'")}\``]), `${rule}, ${certainty}`];
  return section('Finding', [...lines, ...remedies.map((remedy) => `Remedy: ${remedy.text}`)]);
}

function section(title: string, lines: readonly string[]): string {
  return [`### ${title}`, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** Server text cannot end the block: a fence of its own is longer than any in it. */
function block(title: string, language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `### ${title}\n${fence}${language}\n${text}\n${fence}`;
}

function withoutValues(raw: JsonObject): JsonObject {
  const hidden = Object.entries(raw).map(([key, value]) =>
    (key === 'env' || key === 'headers') && isRecord(value)
      ? [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideValue(each)]))]
      : [key, value],
  );
  return Object.fromEntries(hidden) as JsonObject;
}

/** A reference to a variable is told, what it stands for is not. */
function hideValue(value: unknown): string {
  return typeof value === 'string' && /^\$\{[^}]*\}$/.test(value) ? value : '…';
}
