import { canonicalJson } from '../../../base/json.ts';
import type { ToolResult } from '../../servers/model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';

interface Kept {
  readonly result: ToolResult;
  readonly bytes: number;
  readonly at: number;
  readonly definition: ToolDefinition;
}

interface CacheHit {
  readonly result: ToolResult;
  readonly ageMs: number;
}

const maxEntries = 500;
const maxBytes = 16 * 1024 * 1024;

/** Cached results. The oldest are evicted; a changed tool starts with none. */
export class ResultCache {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #bytes = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(server: string, definition: ToolDefinition, args: unknown, maxAgeSeconds: number): CacheHit | undefined {
    const kept = this.#kept.get(keyOf(server, definition, args));
    if (!kept || kept.definition !== definition) return undefined;
    const ageMs = this.#now() - kept.at;
    return ageMs < maxAgeSeconds * 1000 ? { result: kept.result, ageMs } : undefined;
  }

  keep(server: string, definition: ToolDefinition, args: unknown, result: ToolResult): void {
    if (result.isError) return;
    const bytes = Buffer.byteLength(JSON.stringify(result));
    if (bytes > maxBytes / 8) return;
    const key = keyOf(server, definition, args);
    this.#drop(key);
    this.#kept.set(key, { result, bytes, at: this.#now(), definition });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxEntries && this.#bytes <= maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

/** Only tools that the server marks as read-only. */
export function mayCache({ annotations }: ToolDefinition): boolean {
  return annotations?.['readOnlyHint'] === true && annotations['idempotentHint'] === true;
}

function keyOf(server: string, { name }: ToolDefinition, args: unknown): string {
  return canonicalJson([server, name, args]);
}
