import { type ConfiguredTransport, factsOf } from '../config/model/transports.ts';
import { isRecord } from '../../base/json.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import { textOr } from '../wire/messageBounds.ts';
import type { WireMessage } from '../wire/wireMessage.ts';
import { type SpanContext, metaOf } from './traceContext.ts';

/** A request that waits for its response. */
export interface OpenSpan {
  readonly place: SpanContext;
  readonly kind: 'client' | 'server';
  readonly request: WireMessage;
  readonly startedAt: number;
  readonly startedMs: number;
}

/** How a server is reached, as far as it is known. */
export interface ServerAddress {
  readonly transport?: ConfiguredTransport;
  /** A host or a socket file. */
  readonly address?: string;
  readonly port?: number;
}

export type SpanOutcome =
  | { readonly answer: WireMessage; readonly http: HttpExchange | undefined }
  /** There will be no response: the connection or the caller is gone. */
  | { readonly lost: 'lost' | 'cancelled'; readonly reason: string };

export interface FinishedSpan {
  readonly open: OpenSpan;
  readonly outcome: SpanOutcome;
  readonly durationMs: number;
  readonly server: string;
  readonly way: ServerAddress;
  readonly protocolVersion: string | undefined;
}

/** In the JSON of OTLP. */
export type OtlpSpan = Readonly<Record<string, unknown>>;

type Attribute = readonly [key: string, value: string | number | undefined];

const kinds = { server: 2, client: 3 } as const;
const errorStatus = 2;
/** URLs and error texts may be of any length, and spans are held in memory. */
const maxText = 2_048;

/** A span in the JSON of OTLP, with the names of the semantic conventions for MCP. Arguments and results stay here. */
export function toOtlp(span: FinishedSpan, redactor: (text: string) => string): OtlpSpan {
  const redact = (text: string): string => cut(redactor(text));
  const { place, kind, request, startedAt } = span.open;
  const error = errorOf(span.outcome);
  const method = textOr(request['method'], '');
  const target = targetOf(request);
  const low = target?.isName ? ` ${target.text}` : '';
  return {
    traceId: place.traceId,
    spanId: place.spanId,
    ...(place.parentId !== undefined && { parentSpanId: place.parentId }),
    name: redact(`${method}${low}`),
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + span.durationMs),
    attributes: [...attributesOf(span), ...errorAttributes(error)].flatMap(([key, value]) =>
      value === undefined ? [] : [{ key, value: valueOf(value, redact) }],
    ),
    status: error ? { code: errorStatus, message: redact(error.message) } : {},
  };
}

/** What is sent to a collector, or is one line of a file. */
export function resourceSpans(spans: readonly OtlpSpan[], version: string): Readonly<Record<string, unknown>> {
  const text = (key: string, stringValue: string): unknown => ({ key, value: { stringValue } });
  const resource = { attributes: [text('service.name', 'mcp-switchboard'), text('service.version', version)] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'mcp-switchboard', version }, spans }] }] };
}

/** A copy: a slice would keep the whole text. */
function cut(text: string): string {
  return text.length <= maxText ? text : Buffer.from(text.slice(0, maxText), 'utf8').toString('utf8');
}

function idText(id: unknown): string {
  return typeof id === 'number' ? String(id) : textOr(id, '');
}

/** A 64-bit number is a string in the JSON of protobuf. */
function valueOf(value: string | number, redact: (text: string) => string): Readonly<Record<string, string>> {
  return typeof value === 'number' ? { intValue: String(value) } : { stringValue: redact(value) };
}

function attributesOf({ open, outcome, server, way, protocolVersion }: FinishedSpan): readonly Attribute[] {
  const { request } = open;
  const method = textOr(request['method'], '');
  const target = targetOf(request)?.text;
  const http = 'answer' in outcome ? outcome.http : undefined;
  const session = http?.requestHeaders?.['mcp-session-id'] ?? http?.responseHeaders?.['mcp-session-id'];
  const isTool = method === 'tools/call';
  const network = networkTransport(way);
  return [
    ['mcp.method.name', method],
    ['jsonrpc.request.id', idText(request['id'])],
    ['mcp.protocol.version', protocolVersion],
    ['mcp.session.id', session],
    ['gen_ai.operation.name', isTool ? 'execute_tool' : undefined],
    ['gen_ai.tool.name', isTool ? target : undefined],
    ['gen_ai.prompt.name', method === 'prompts/get' ? target : undefined],
    ['mcp.resource.uri', method.startsWith('resources/') ? target : undefined],
    ['network.transport', network],
    ['network.protocol.name', protocolName(way)],
    ['server.address', way.address],
    ['server.port', way.port],
    ['mcp_switchboard.server', server],
  ];
}

function protocolName({ transport }: ServerAddress): string | undefined {
  return transport && factsOf(transport).protocol;
}

function networkTransport(way: ServerAddress): string | undefined {
  if (way.transport === 'stdio') return 'pipe';
  if (protocolName(way) === undefined) return undefined;
  return way.address !== undefined && way.port === undefined ? 'unix' : 'tcp';
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** An address whose variables are not filled in yet is none. */
export function serverAddressOf(transport: ConfiguredTransport, address: string | undefined): ServerAddress {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'unix:') return { transport, address: url.pathname };
  const port = url && (Number(url.port) || defaultPorts[url.protocol]);
  return url && port ? { transport, address: url.hostname, port } : { transport };
}

/** A URI is not used as a name: there are too many to group by. */
function targetOf({ method, params }: WireMessage): { readonly text: string; readonly isName: boolean } | undefined {
  if (!isRecord(params)) return undefined;
  const isName = method === 'tools/call' || method === 'prompts/get';
  const text = isName ? params['name'] : params['uri'];
  return typeof text === 'string' ? { text, isName } : undefined;
}

interface SpanError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
}

function errorOf(outcome: SpanOutcome): SpanError | undefined {
  if (!('answer' in outcome))
    return { type: outcome.lost === 'lost' ? 'connection_closed' : 'cancelled', message: outcome.reason };
  const { error, result } = outcome.answer;
  if (isRecord(error)) {
    const code = typeof error['code'] === 'number' ? String(error['code']) : 'unknown';
    return { type: code, code, message: typeof error['message'] === 'string' ? error['message'] : '' };
  }
  return isRecord(result) && result['isError'] === true ? { type: 'tool_error', message: '' } : undefined;
}

function errorAttributes(error: SpanError | undefined): readonly Attribute[] {
  return [
    ['error.type', error?.type],
    ['rpc.response.status_code', error?.code],
  ];
}

export function versionOf(request: WireMessage, answer: WireMessage): string | undefined {
  const claimed = metaOf(request)['io.modelcontextprotocol/protocolVersion'];
  if (typeof claimed === 'string') return claimed;
  const { result } = answer;
  const agreed = request['method'] === 'initialize' && isRecord(result) ? result['protocolVersion'] : undefined;
  return typeof agreed === 'string' ? agreed : undefined;
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
