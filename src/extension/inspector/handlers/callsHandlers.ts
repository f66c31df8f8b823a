import { messageTooLarge } from '../../../base/commonFaults.ts';
import { isRecord } from '../../../base/json.ts';
import type { Core } from '../../../core/app/core.ts';
import { plainOf } from '../../../core/calls/outcome.ts';
import { snippet, snippetServer } from '../../../core/calls/snippets/snippet.ts';
import type { SnippetCall } from '../../../core/calls/snippets/snippetCall.ts';
import { partAt, trim, trimFrom, trimParts } from '../../../core/calls/trimResult.ts';
import type { CallToCheck } from '../../../core/checks/write/addChecks.ts';
import type { CallOutcome, CallView, callsHostMethods } from '../../../contract/calls.ts';
import type { Trimmed } from '../../../contract/rpc/trimmed.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { CallShell } from './callShell.ts';
import { callName, compareCalls } from './compareCalls.ts';
import { diffResults } from '../../../core/calls/diffResults.ts';

const largestCopy = 20 * 1024 * 1024;
/** What a page should hold. */
const largestWhole = 24 * 1024 * 1024;

export function callsHandlers(core: Core, shell: CallShell): Handlers<typeof callsHostMethods> {
  const { calls } = core;
  const part = (call: string, at: string): unknown =>
    at === '' ? plainOf(calls.outcome(call)) : partAt(calls.outcome(call), at);
  return {
    'calls/run': (request) => calls.run(request),
    'calls/cancel': ({ call }) => calls.cancel(call),
    'calls/list': () => calls.views.value,
    'calls/result': ({ call }) => trim(calls.outcome(call)) as Trimmed<CallOutcome>,
    'calls/part': ({ call, at, from }) => trimFrom(partAt(calls.outcome(call), at), at, from),
    'calls/parts': ({ call, places }) => {
      const { state } = calls.get(call) ?? {};
      if (state?.kind === 'done' && state.end.bytes > largestWhole) throw messageTooLarge('toLoad');
      return trimParts(places, (at) => partAt(calls.outcome(call), at));
    },
    'calls/forget': ({ calls: ids }) => calls.forget(ids),
    'calls/copy': ({ call, at }) => shell.copy(forClipboard(textOf(part(call, at)).text)),
    'calls/open': ({ call, at }) => {
      const { text, language } = textOf(part(call, at));
      return shell.openText(text, language);
    },
    'calls/save': async ({ call, at }) => {
      const { content, extension } = contentOf(part(call, at));
      const name = callName(calls, call).replaceAll(/[^\w.-]+/g, '-');
      await shell.saveFile(`${name}${extension}`, content);
    },
    'calls/diff': ({ call, with: other }) => diffResults(calls.outcome(other), calls.outcome(call)),
    'calls/compare': ({ call, with: other }) => compareCalls(calls, shell, other, call),
    'calls/watch': ({ call, on }) => calls.watch(call, on),
    'calls/saveAsCheck': async ({ call: id }) => {
      const view = calls.get(id);
      if (view) await shell.saveChecks(view.server, [checkOf(view, calls)]);
    },
    'calls/snippet': async ({ kind, server, tool, args }) => {
      const text = snippet(kind, snippetCall(core, { server, tool, args }, shell.cli));
      await shell.copy(text);
      return { text };
    },
    'links/open': ({ url }) => shell.openLink(url),
  };
}

/** It must end as it ended. */
function checkOf({ id, tool, args, state }: CallView, calls: Core['calls']): CallToCheck {
  const status = state.kind === 'done' ? state.end.status : undefined;
  const code = status === 'failed' ? calls.outcome(id).fault?.data?.['code'] : undefined;
  return { tool, args, isError: status === 'toolError', ...(typeof code === 'number' && { errorCode: code }) };
}

/** Written from the configuration as it stands, not from what it became: secrets stay in the environment. */
function snippetCall(
  core: Core,
  { server, tool, args }: { readonly server: string; readonly tool: string; readonly args: Record<string, unknown> },
  cli: string,
): SnippetCall {
  const entry = core.entry(server);
  const managed = core.server(server);
  const { value: state } = managed.state;
  const info = state.kind === 'connected' ? state.info : undefined;
  return {
    serverId: server,
    configFile: entry?.source.file,
    server: entry && snippetServer(entry.launch, entry.source.folder?.path),
    era: info?.era,
    protocolVersion: info?.protocolVersion,
    tool,
    inputSchema: managed.tools.value.find(({ name }) => name === tool)?.inputSchema,
    args: core.redactor.value(args),
    cli,
  };
}

function forClipboard(text: string): string {
  if (text.length <= largestCopy) return text;
  throw messageTooLarge('toCopy');
}

interface ShownPart {
  readonly text: string;
  readonly language: string;
}

/** Of a text block only the text is opened; as JSON if it is JSON. */
function textOf(value: unknown): ShownPart {
  const text = typeof value === 'string' ? value : textInside(value);
  if (text === undefined) return { text: JSON.stringify(value, undefined, 2) ?? '', language: 'json' };
  return { text, language: /^\s*[[{]/.test(text) ? 'json' : 'plaintext' };
}

function textInside(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  if (typeof value['text'] === 'string') return value['text'];
  return isRecord(value['resource']) ? textInside(value['resource']) : undefined;
}

interface Content {
  readonly content: Uint8Array;
  readonly extension: string;
}

/** Pictures and sound are saved as what they are, the rest as text. */
function contentOf(value: unknown): Content {
  const inner = isRecord(value) && isRecord(value['resource']) ? value['resource'] : value;
  const { data, blob, mimeType } = (isRecord(inner) ? inner : {}) as Record<string, unknown>;
  const base64 = typeof data === 'string' ? data : blob;
  if (typeof base64 === 'string')
    return { content: Buffer.from(base64, 'base64'), extension: extensionFor(String(mimeType ?? '')) };
  const { text, language } = textOf(value);
  return { content: new TextEncoder().encode(text), extension: language === 'json' ? '.json' : '.txt' };
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/svg+xml': '.svg',
  'audio/mpeg': '.mp3',
};

/** Never used as received: a server's MIME type must not become part of a path. */
function extensionFor(mimeType: string): string {
  const subtype = /^[a-z]+\/([a-z0-9]{1,8})$/.exec(mimeType)?.[1];
  return extensions[mimeType] ?? (subtype === undefined ? '.bin' : `.${subtype}`);
}
