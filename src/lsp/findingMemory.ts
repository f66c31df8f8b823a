import type { PlacedServer } from './configText.ts';
import type { Finding } from './finding.ts';
import type { RuleContext } from './rules/rule.ts';

interface Remembered {
  readonly start: number;
  readonly findings: readonly Finding[];
}

type Look = (server: PlacedServer, context: RuleContext) => readonly Finding[];

/**
 * What was found in each server, by its text. A keystroke changes one of them: the others are moved, not looked at
 * again. Forgotten whenever the surroundings have changed.
 */
export class FindingMemory {
  #known = new Map<string, Remembered>();
  #epoch = -1;

  findings(servers: readonly PlacedServer[], context: RuleContext, look: Look): readonly Finding[] {
    if (this.#epoch !== context.around.epoch) this.#known = new Map();
    this.#epoch = context.around.epoch;
    const next = new Map<string, Remembered>();
    const found = servers.flatMap((server) => {
      const { offset, length } = server.entry.spans.entry;
      const key = `${context.document.text.slice(offset, offset + length)}\0${server.entry.path.join('\0')}`;
      const known = this.#known.get(key) ?? { start: offset, findings: look(server, context) };
      const findings = moved(known, offset, () => look(server, context));
      next.set(key, { start: offset, findings });
      return findings;
    });
    this.#known = next; // only what is in the file now
    return found;
  }
}

/** The fixes speak of the text of their time, so they are made anew from this one when they are wanted. */
function moved(
  { start, findings }: Remembered,
  offset: number,
  lookAgain: () => readonly Finding[],
): readonly Finding[] {
  const by = offset - start;
  return findings.map((finding, at) => {
    const place = { offset: finding.at.offset + by, length: finding.at.length };
    return Object.assign(
      {},
      finding,
      { at: place },
      finding.fixes && { fixes: () => lookAgain()[at]?.fixes?.() ?? [] },
    );
  });
}
