import { l10n } from '../../../base/l10n.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import { type Exchange, type ExportItem, durationOf, statusOf } from './exchanges.ts';

const json = 'application/json';

/** HAR 1.2. Rows that are no exchange have no place in it; their number is in `log.comment`. */
export async function* harText(items: AsyncIterable<ExportItem>, version: string): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'MCP Switchboard', version });
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[`;
  let [written, others] = [0, 0];
  for await (const item of items) {
    if (item.kind === 'row') others++;
    else yield `${written++ === 0 ? '' : ','}\n${JSON.stringify(entryOf(item))}`;
  }
  const comment = l10n.t('Not included, as neither a request nor its response: {0}', others);
  yield `\n]${others === 0 ? '' : `,"comment":${JSON.stringify(comment)}`}}}\n`;
}

function entryOf(exchange: Exchange): object {
  const { request, end } = exchange;
  const { seq, at, server, connection, direction, method, id } = request.row;
  const time = durationOf(exchange);
  const http = { ...end?.http, ...request.http, ...(end?.http?.status && { status: end.http.status }) };
  const isHttp = request.http !== undefined || end?.http !== undefined;
  const httpVersion = isHttp ? 'HTTP/1.1' : 'JSON-RPC/2.0';
  const common = { httpVersion, cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: { ...common, ...requestOf(exchange, http) },
    response: { ...common, ...responseOf(exchange, http) },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _mcp: { seq, server, connection, direction, method, id, status: statusOf(exchange), path: http.path },
  };
}

function requestOf({ request }: Exchange, http: HttpExchange): object {
  const { row, body } = request;
  return {
    method: http.method ?? 'POST',
    url: urlOf(row),
    headers: headersOf(http.requestHeaders),
    queryString: [],
    bodySize: row.bytes || Buffer.byteLength(body.text),
    postData: { mimeType: json, text: body.text },
  };
}

function responseOf(exchange: Exchange, http: HttpExchange): object {
  const { end } = exchange;
  const status = statusOf(exchange);
  const text = end?.row.kind === 'response' ? end.body.text : '';
  const size = Buffer.byteLength(text);
  return {
    status: end?.row.kind === 'response' ? (http.status ?? (status === 'error' ? 500 : 200)) : 0,
    statusText: status === 'ok' ? 'OK' : status,
    headers: headersOf(http.responseHeaders),
    content: { size, mimeType: json, text },
    redirectURL: '',
    bodySize: size,
  };
}

/** A recording knows the path of an HTTP request and not its host: every server gets an address of its name. */
function urlOf({ server, method = '', name }: Exchange['request']['row']): string {
  const target = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `mcp://${encodeURIComponent(server)}/${method.split('/').map(encodeURIComponent).join('/')}${target}`;
}

function headersOf(headers: Readonly<Record<string, string>> = {}): readonly object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
