import { createInitializeRequest, createToolsCallRequest, modernMeta } from '../../mcpServer/support/messages.ts';

type Next = () => number;
const pick = <T>(next: Next, from: readonly T[]): T => from[Math.floor(next() * from.length)]!;

const call = createToolsCallRequest(1, 'echo', { text: 'x' });
const bodies = [
  JSON.stringify(createInitializeRequest(1)),
  JSON.stringify({ ...call, params: { ...(call['params'] as object), _meta: modernMeta() } }),
  JSON.stringify([call, call]),
  '{',
  '',
  '[]',
  'null',
  `${'['.repeat(4_000)}`,
  '\0\u00FF',
  'x'.repeat(20_000),
];
const methods = ['POST', 'POST', 'POST', 'GET', 'DELETE', 'OPTIONS', 'HEAD', 'PUT', 'TRACE', 'CONNECT', 'post', 'PRI'];
const targets = [
  '/mcp', '/mcp', '/mcp', '/mcp?x', '/mcp#x', '//mcp', '/mcp/', '/MCP', '/%6dcp', '/./mcp', '*', '//',
  'http://127.0.0.1/mcp', 'http://[', 'mcp', '/mcp?token=TOKEN', '/TOKEN/mcp', '/\u00FF', `/${'a'.repeat(9_000)}`,
]; // prettier-ignore
const goodHosts = ['127.0.0.1', '127.0.0.1:9', 'localhost', 'LOCALHOST:80', '[::1]:1'];
const badHosts = [
  'evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'evil.example:80', 'localhost@evil.example', '0.0.0.0',
  '127.1', '2130706433', '127.0.0.1:x', '127.0.0.1:80:80', 'localhost.', '[::ffff:127.0.0.1]', '', ' ', 'localhost, evil.example', '127.0.0.1/', '::1',
]; // prettier-ignore
const goodOrigins = ['http://localhost', 'http://127.0.0.1:3000', 'https://localhost:1', 'http://[::1]'];
const badOrigins = [
  'null', 'https://evil.example', 'http://localhost.evil.example', 'http://localhost@evil.example', 'file://', '', 'vscode-webview://localhost',
  'http://127.0.0.1.evil.example', 'localhost', 'http://localhost, http://evil.example', '//localhost', 'http://evil.example#http://localhost', 'javascript://localhost',
]; // prettier-ignore
const badTokens = [
  undefined, 'Bearer', 'Bearer ', 'Bearer x', 'Basic TOKEN', 'Bearer TOKENx', 'Bearer xTOKEN', 'TOKEN', 'Bearer TOKEN TOKEN', 'Bearer,TOKEN',
  'Bearer "TOKEN"', 'Bearer TOKEN,', 'Bearer\u00A0TOKEN', 'Bearer undefined', 'Bearer null',
]; // prettier-ignore
const extras = [
  'X-Forwarded-Host: localhost', 'X-Authorization: Bearer TOKEN', 'Cookie: token=TOKEN', 'Upgrade: websocket\r\nSec-WebSocket-Key: x',
  'Connection: upgrade', 'Expect: 100-continue', 'Expect: x', 'Mcp-Session-Id: x', 
  'Access-Control-Request-Method: POST', 'Sec-Fetch-Site: cross-site', `X: ${'y'.repeat(20_000)}`, 'X\u0000: y', ': x', 'X : y', ' folded',
]; // prettier-ignore

export interface Raw {
  readonly text: string;
  /** May be answered with more than a refusal. */
  readonly mayEnter: boolean;
  /** The whole request is there: a response comes without the end of the connection. */
  readonly whole: boolean;
  /** An ordinary request with a foreign Host or Origin: refused before the token is looked at. */
  readonly isForeign: boolean;
}

export function makeRaw(next: Next, token: string): Raw {
  const [hasHost, hasToken] = [next() < 0.6, next() < 0.6];
  const kind = pick(next, ['none', 'none', 'good', 'bad'] as const);
  const host = pick(next, hasHost ? goodHosts : badHosts);
  const origin = { none: undefined, good: pick(next, goodOrigins), bad: pick(next, badOrigins) }[kind];
  const authorization = hasToken ? `Bearer ${token}` : pick(next, badTokens)?.replaceAll('TOKEN', token);
  const body = pick(next, next() < 0.6 ? bodies.slice(0, 2) : bodies);
  const method = next() < 0.6 ? 'POST' : pick(next, methods);
  const target = next() < 0.6 ? '/mcp' : pick(next, targets).replaceAll('TOKEN', token);
  const odd = next() < 0.3 ? pick(next, extras).replaceAll('TOKEN', token) : undefined;
  const length = next() < 0.85 ? body.length : pick(next, [0, 5, 1e9, -1, 'x', '1, 2', '0x10']);
  const chunked = next() < 0.1 ? 'Transfer-Encoding: chunked' : undefined;
  const lines = [
    `${method} ${target} HTTP/${next() < 0.95 ? '1.1' : pick(next, ['1.0', '2.0', '0.9', 'x'])}`,
    ...(next() < 0.95 ? [`Host: ${host}`] : []),
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(body === bodies[1] ? ['Mcp-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: echo'] : []),
    ...(next() < 0.9 ? ['Content-Type: application/json', 'Accept: application/json, text/event-stream'] : []),
    `Content-Length: ${length}`,
    ...(chunked ? [chunked] : []),
    ...(odd === undefined ? [] : [odd]),
    'Connection: close',
  ];
  const whole = length === body.length && !chunked && !odd && /^[A-Z]+$/.test(method) && method !== 'CONNECT';
  const isPlain = whole && target === '/mcp' && lines[0]!.endsWith('/1.1') && lines[1]!.startsWith('Host');
  return {
    text: `${lines.join('\r\n')}\r\n\r\n${body}`,
    mayEnter: hasHost && hasToken && kind !== 'bad',
    whole,
    isForeign: isPlain && (!hasHost || kind === 'bad') && method !== 'PRI',
  };
}

export function ordinary(token: string): Pick<Raw, 'text' | 'whole'> {
  const [body = ''] = bodies;
  const lines = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
  ];
  return { text: `${lines.join('\r\n')}\r\n\r\n${body}`, whole: true };
}
