import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface Address {
  readonly url: string;
  readonly token?: string;
}

export type Started = Address & { readonly child: ChildProcess };

/** A program of this folder, or code, that prints its address in its first line. */
export async function startProgram(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk))),
  );
  return { ...(JSON.parse(line) as Address), child };
}

export function scriptOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** A window's gateway in front of one entry of mcp.json. */
export function startGateway(entry: object): Promise<Started> {
  return startProgram([scriptOf('window.ts'), JSON.stringify(entry)]);
}

export async function connectAgent({ url, token }: Address, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token ?? ''}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

export function percentile(times: readonly number[], of: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
}
