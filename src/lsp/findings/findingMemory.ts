import type { JsonPath } from '../../core/config/model/model.ts';
import type { PlacedServer } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import type { RuleContext } from '../rules/rule.ts';

interface Remembered {
  readonly start: number;
  readonly path: JsonPath;
  readonly findings: readonly Finding[];
}

type Look = (server: PlacedServer, context: RuleContext) => readonly Finding[];

/**
 * The findings of each server, by its text. A keystroke changes one of them: the others are moved, not checked
 * again. Cleared whenever the environment has changed.
 */
export class FindingMemory {
  #known = new Map<string, Remembered>();
  #epoch = -1;

  findings(servers: readonly PlacedServer[], context: RuleContext, look: Look): readonly Finding[] {
    if (this.#epoch !== context.around.epoch) this.#known = new Map();
    this.#epoch = context.around.epoch;
    const next = new Map<string, Remembered>();
    const found = servers.flatMap((server) => {
      const { path, spans } = server.entry;
      const { offset: start, length } = spans.entry;
      const text = context.document.text.slice(start, start + length);
      const known = this.#known.get(text);
      const findings =
        known && isSame(known.path, path) ? moved(known, start, () => look(server, context)) : look(server, context);
      next.set(text, { start, path, findings });
      return findings;
    });
    this.#known = next; // only what is in the file now
    return found;
  }
}

function isSame(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}

/** Fixes refer to the text they were computed for, so they are computed again on demand. */
function moved(
  { start, findings }: Remembered,
  offset: number,
  lookAgain: () => readonly Finding[],
): readonly Finding[] {
  const by = offset - start;
  return findings.map((finding, at) => ({
    ...finding,
    at: { offset: finding.at.offset + by, length: finding.at.length },
    ...(finding.fixes && { fixes: () => lookAgain()[at]?.fixes?.() ?? [] }),
  }));
}
