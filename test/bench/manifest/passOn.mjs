// @ts-check
// The least that any bridge in a process of its own must do: read a line, name the method, pass it on, and back.
// node passOn.mjs SOCKET
import { connect } from 'node:net';

const service = connect(process.argv[2] ?? '');

process.stdin.on('data', (line) => {
  const { id, params } = JSON.parse(String(line));
  service.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'echo.say', params: params.arguments })}\n`);
});

service.on('data', (line) => {
  const { id, result } = JSON.parse(String(line));
  const content = [{ type: 'text', text: JSON.stringify(result) }];
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content, structuredContent: result } })}\n`);
});
