import { readFileSync } from 'node:fs';
import { isRecord } from '../../../src/base/json.ts';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';

/** One line of what servers of others said and were asked; see the README beside the file. */
export interface Recorded {
  readonly server: string;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly stderr?: string;
  readonly noise?: string;
}

export function recordedTraffic(): readonly Recorded[] {
  const file = new URL('../../fixtures/recorded/traffic.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

export interface RecordedServer {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
}

export function recordedServers(): ReadonlyMap<string, RecordedServer> {
  const servers = new Map<string, RecordedServer>();
  for (const { server, message } of recordedTraffic()) {
    const result = message?.['result'];
    if (!isRecord(result)) continue;
    const { tools, instructions } = result;
    const known = servers.get(server) ?? { tools: [] };
    servers.set(server, {
      ...known,
      ...(Array.isArray(tools) && { tools: tools as readonly ToolDefinition[] }),
      ...(typeof instructions === 'string' && { instructions }),
    });
  }
  return servers;
}
