import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** Calls and their responses, as many rows as are asked for. */
export async function writeRecording(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file);
  const put = (line: object): boolean => out.write(`${JSON.stringify(line)}\n`);
  put({ mcptrace: 1, created: 1_794_820_000_000, product: 'bench', redacted: true, firstSeq: 1 });
  for (let seq = 1; seq < rows; seq += 2) {
    const name = `tool_${(seq * 7919) % 100}`;
    const common = { at: 1_794_820_000_000 + seq, ms: seq, server: 'notes', connection: 'notes#1', bytes: 100 };
    const call = { method: 'tools/call', name, id: seq };
    const request = { jsonrpc: '2.0', id: seq, method: 'tools/call', params: { name, arguments: { at: seq } } };
    const response = { jsonrpc: '2.0', id: seq, result: { content: [{ type: 'text', text: `Note ${seq}` }] } };
    put({ ...common, direction: 'toServer', kind: 'request', ...call, frame: request });
    const end = { status: 'ok', durationMs: (seq * 31) % 1_000, pair: seq };
    if (!put({ ...common, direction: 'toClient', kind: 'response', ...call, ...end, frame: response }))
      await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
}
