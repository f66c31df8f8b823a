import type { Core } from '../../../../core/app/core.ts';
import { processUsage } from '../../../../core/servers/processUsage.ts';
import { printedIn } from '../../../../core/servers/serverLog.ts';
import type { ServerProcess } from '../../../../core/servers/model/server.ts';
import type { SourceLinks } from '../../../source/sourceLinks.ts';
import { linksIn } from './sourceHandlers.ts';
import type { Handlers } from '../../../../contract/rpc/contract.ts';
import type { OutputLine, ServerActivity, serverActivityMethods } from '../../../../contract/serverActivity.ts';

/** Nothing is sampled unless a page asks: only one that is open does. */
export function activityHandlers(core: Core, sources: SourceLinks): Handlers<typeof serverActivityMethods> {
  return { 'servers/activity': ({ server, fromSeq }) => activityOf(core, sources, server, fromSeq) };
}

async function activityOf(core: Core, sources: SourceLinks, server: string, fromSeq: number): Promise<ServerActivity> {
  const { process } = core.server(server);
  const { lines, dropped, states } = core.log(server);
  const nextSeq = dropped + lines.length;
  // A page that has seen more than there is remembers another session.
  const from = fromSeq > nextSeq ? 0 : Math.max(0, fromSeq - dropped);
  const output = { lines: lines.slice(from).map((line) => linked(sources, server, line)), nextSeq };
  const usage = process && (await processUsage(process.pid));
  return {
    states: [...states],
    output,
    ...(process && { process: viewOf(core, process) }),
    ...(usage && { usage: { at: Date.now(), ...usage } }),
  };
}

function viewOf(core: Core, { pid, command, folder }: ServerProcess): NonNullable<ServerActivity['process']> {
  // Each by itself, because quotes may split a secret; then together, because the name of one stands before it.
  const commandLine = core.redactor.text(command.map((part) => quoted(core.redactor.text(part))).join(' '));
  return { pid, commandLine, ...(folder !== undefined && { folder: core.redactor.text(folder) }) };
}

function linked(sources: SourceLinks, server: string, line: OutputLine): OutputLine {
  const { text, offset } = printedIn(line.text) ?? { text: line.text, offset: 0 };
  const [link] = linksIn(sources, server, text);
  return link ? { ...line, link: { ...link, offset: link.offset + offset } } : line;
}

/** To read, not to run: what holds a space is one argument. */
function quoted(argument: string): string {
  return /^[^\s"']+$/.test(argument) ? argument : JSON.stringify(argument);
}
