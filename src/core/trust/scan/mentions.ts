import { l10n } from '../../../base/l10n.ts';
import type { Unplaced } from './finding.ts';

/** Names of tools of other servers, each with its server. */
export type Mentions = ReadonlyMap<string, string>;

/** Only a name that is no plain word: half of all descriptions hold "search". */
function isTelling(name: string): boolean {
  return name.length >= 6 && /[_-]|[a-z][A-Z]/.test(name);
}

/** Which names count as a mention of another server's tool. */
export function mentionsOf(servers: ReadonlyMap<string, readonly string[]>, except: string): Mentions {
  const mentions = new Map<string, string>();
  for (const [server, tools] of servers) {
    if (server === except) continue;
    for (const tool of tools) {
      if (isTelling(tool)) mentions.set(tool, server);
      mentions.set(`mcp_${server}_${tool}`, server);
      mentions.set(`mcp__${server}__${tool}`, server);
    }
  }
  return mentions;
}

/** Every name that counts is made of several words. */
const compound = /\w[_-]\w|[a-z][A-Z]/;
const words = /[A-Za-z][\w-]{5,}/g;
const steering =
  /\b(?:before|instead|always|never|must|do not|don't|whenever|first|after|replace[sd]?|deprecated|broken|unsafe)\b/i;

const none: readonly Unplaced[] = [];

/** A server should not mention another server's tools, let alone when to call them. */
export function crossMentions(text: string, others: Mentions, own: ReadonlySet<string>): readonly Unplaced[] {
  if (!compound.test(text)) return none;
  let found: Map<string, Unplaced> | undefined;
  words.lastIndex = 0;
  for (let match = words.exec(text); match; match = words.exec(text)) {
    const [word] = match;
    const server = others.get(word);
    if (server === undefined || own.has(word)) continue;
    const excerpt = text.slice(Math.max(0, match.index - 80), match.index + word.length + 80);
    const severity = steering.test(excerpt) ? 'medium' : 'low';
    const message = l10n.t('It mentions "{0}", a tool of the server "{1}".', word, server);
    found ??= new Map();
    if (!found.has(word)) found.set(word, { code: 'cross-mention', severity, message, excerpt });
  }
  return found ? [...found.values()] : none;
}
