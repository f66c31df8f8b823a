import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { findServer } from '../../known/knownServer.ts';
import { containerRun } from '../../model/container.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { lineOfScript } from '../../model/project.ts';
import { advise, openSource, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const local = /https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])(?![\w.])[^\s"'<>)]*/i;
const listens = /listening|starting|running|started|serving|available|ready|open your browser/i;

/** It was started for stdio and serves HTTP. Only addresses of this machine count: servers print all sorts of URLs. */
export const servesHttp = rule('transport/http', (evidence) => {
  const launch = stdioOf(evidence);
  const text = outputOf(evidence);
  const isOver = evidence.end !== undefined || evidence.timedOut;
  if (!launch || !(isOver || servesMessages(text))) return undefined;
  const lines = text.split('\n').filter(isOfMessages);
  // Where a server offers both, HTTP+SSE is there for old clients only.
  const url = (lines.find((line) => /\/mcp\b/.test(line)) ?? lines[0] ?? text)
    .match(local)?.[0]
    .replace('0.0.0.0', '127.0.0.1')
    .replace(/[.,;]$/, '');
  const port =
    /port:?\s+(\d{2,5})/i.exec(text)?.[1] ??
    (/(?:SSE|HTTP|streamable[- ]http) transport/i.test(text)
      ? /\b(?:address|addr|listen)=\S{0,60}:(\d{2,5})\b/.exec(text)?.[1]
      : undefined);
  if (!listens.test(text) || (url === undefined && port === undefined) || isTrouble(text, url ?? port ?? ''))
    return undefined;
  const printed = url ?? `http://127.0.0.1:${port ?? ''}`;
  const script = lineOfScript(evidence, choosesHttp);
  const address = endpointAt(printed, `${text}\n${script?.text ?? ''}`);
  const mode = launch.args.findIndex((arg) => /^(?:--)?(?:http|sse|streamable-?http)$/i.test(arg));
  return {
    cause: l10n.t('The server does not speak over stdio: it listens on HTTP at {0}.', printed),
    remedies: [
      ...withoutGateway(launch),
      ...intoStdio(launch, findServer(evidence)?.server.start),
      ...(mode >= 0
        ? [
            setArgs(
              l10n.t('Start it in stdio mode'),
              launch.args.with(mode, launch.args[mode]?.startsWith('--') ? '--stdio' : 'stdio'),
            ),
          ]
        : []),
      setValues(l10n.t('Connect to {0}, and start it yourself', address), [
        { path: ['type'], value: /\/sse\b/.test(address) ? 'sse' : 'http' },
        { path: ['url'], value: address },
        { path: ['command'], value: undefined },
        { path: ['args'], value: undefined },
      ]),
      ...(script === undefined ? [] : [openSource(script.file, script.line)]),
      ...withoutPort(launch, address),
      ...ofContainer(evidence, address),
      advise(l10n.t('Many servers have an argument such as "stdio" or "--transport stdio".')),
    ],
    ...inEntry('args'),
    isCertain: evidence.timedOut || (evidence.end !== undefined && evidence.end.code === 0),
  };
});

/** A variable of the entry that chooses the transport, or the option that is known for the package. */
function intoStdio({ args, env }: StdioFacts, option: string | undefined): readonly Remedy[] {
  const [name] =
    Object.entries(env).find(
      ([each, value]) => /TRANSPORT|MODE/i.test(each) && /^(?:http|sse|streamable[-_]?http|web)$/i.test(value ?? ''),
    ) ?? [];
  if (name !== undefined) return [setValue(l10n.t('Set {0} to {1}', name, 'stdio'), ['env', name], 'stdio')];
  if (option === undefined || args.includes(option.split(' ')[0] ?? '')) return [];
  return [setArgs(l10n.t('Add "{0}"', option), [...args, ...option.split(' ')])];
}

/** A gateway that makes HTTP of a server that speaks stdio: without it, that is what we need. */
function withoutGateway({ args }: StdioFacts): readonly Remedy[] {
  const at = args.findIndex((arg) => /^(?:supergateway|mcp-proxy)(?:@|$)/.test(arg));
  const stdio = at < 0 ? -1 : args.indexOf('--stdio', at);
  const rest = at < 0 ? -1 : args.indexOf('--', at);
  const words = stdio >= 0 ? (args[stdio + 1] ?? '').split(' ') : rest >= 0 ? args.slice(rest + 1) : [];
  const [command, ...own] = words;
  if (command === undefined || command === '' || words.some((word) => /["'\\]/.test(word))) return [];
  return [
    setValues(l10n.t('Start {0} directly', words.join(' ')), [
      { path: ['command'], value: command },
      { path: ['args'], value: own },
    ]),
  ];
}

/** In a container nobody reaches it. */
function ofContainer(evidence: Evidence, address: string): readonly Remedy[] {
  const run = containerRun(evidence);
  const port = URL.canParse(address) ? new URL(address).port : '';
  if (
    !run ||
    port === '' ||
    run.launch.args.some((arg) => /^(?:-p|-P|--publish(?:-all)?(?:=.*)?|--network=host)$/.test(arg))
  )
    return [];
  return [advise(l10n.t('Add "{0}"', `-p ${port}:${port}`))];
}

/** Some serve HTTP because they are given a port. */
function withoutPort({ args }: StdioFacts, address: string): readonly Remedy[] {
  const port = URL.canParse(address) ? new URL(address).port : '';
  const at = args.findIndex((arg, index) => /^--port$/.test(arg) && args[index + 1] === port);
  const joined = args.indexOf(`--port=${port}`);
  if (port === '' || (at < 0 && joined < 0)) return [];
  const rest = at < 0 ? args.toSpliced(joined, 1) : args.toSpliced(at, 2);
  return [setArgs(l10n.t('Remove "{0}"', at < 0 ? `--port=${port}` : `--port ${port}`), rest)];
}

/** Where the script itself chooses the transport. */
function choosesHttp(line: string): boolean {
  return /\btransport(?:Type)?\s*[=:]\s*['"](?:sse|https?|streamable[-_]?http|httpStream)['"]/i.test(line);
}

/** Servers print where they listen, and seldom the path of the messages. */
function endpointAt(url: string, text: string): string {
  if (!URL.canParse(url) || new URL(url).pathname !== '/') return url;
  return new URL(/\bsse\b/i.test(text) && !/streamable/i.test(text) ? '/sse' : '/mcp', url).href;
}

const messagesThere =
  /uvicorn running on|now listening on:|\/(?:mcp|sse)\b|streamable|(?:mcp|http|sse) (?:server )?(?:is )?(?:now )?(?:listening|running|started|available)|transport[ '":=]{1,4}(?:sse|http)/i;
const otherPage = /dashboard|inspector|web ?ui|docs|browser|debug|metrics|health|callback|oauth|stdio/i;

/** The address is that of the messages, and not of a page beside them. */
export function servesMessages(text: string): boolean {
  return text.split('\n').some(isOfMessages);
}

function isOfMessages(line: string): boolean {
  return local.test(line) && messagesThere.test(line) && !otherPage.test(line);
}

/** "Not running on port 6400" is about another program. */
function isTrouble(text: string, address: string): boolean {
  const line = text.split('\n').find((each) => each.includes(address)) ?? '';
  return /\b(?:not|cannot|can't|could not|failed|unable|refused|error)\b/i.test(line);
}
