import { withinEdits, withinOneEdit } from '../../model/nearbyFile.ts';

/** Packages that many configurations name, and that are often misspelled. */
const known: readonly string[] = [
  '@modelcontextprotocol/server-everything',
  '@modelcontextprotocol/server-filesystem',
  '@modelcontextprotocol/server-memory',
  '@modelcontextprotocol/server-sequential-thinking',
  '@modelcontextprotocol/server-github',
  '@modelcontextprotocol/inspector',
  '@playwright/mcp',
  '@upstash/context7-mcp',
  '@notionhq/notion-mcp-server',
  '@modelcontextprotocol/server-brave-search',
  '@modelcontextprotocol/server-google-maps',
  '@modelcontextprotocol/server-postgres',
  '@modelcontextprotocol/server-puppeteer',
  '@modelcontextprotocol/server-slack',
  '@modelcontextprotocol/server-gitlab',
  '@brave/brave-search-mcp-server',
  '@supabase/mcp-server-supabase',
  '@sentry/mcp-server',
  '@stripe/mcp',
  '@azure/mcp',
  '@browsermcp/mcp',
  '@executeautomation/playwright-mcp-server',
  '@smithery/cli',
  'figma-developer-mcp',
  'mcp-server-kubernetes',
  'supergateway',
  'exa-mcp-server',
  'n8n-mcp',
  'mcp-remote',
  'mcp-atlassian',
  'mcp-server-fetch',
  'mcp-server-git',
  'mcp-server-time',
  'mcp-server-sqlite',
  'chrome-devtools-mcp',
  'firecrawl-mcp',
  'tavily-mcp',
];

/** Servers that only the registry of Python has, by what people look for in that of npm. */
const ofPython: ReadonlySet<string> = new Set(['fetch', 'git', 'time', 'sqlite', 'sentry', 'qdrant', 'docker']);
/** By their whole names. */
const namesOfPython: ReadonlySet<string> = new Set([
  'mcp-atlassian',
  'blender-mcp',
  'markitdown-mcp',
  'duckduckgo-mcp-server',
  'arxiv-mcp-server',
  'postgres-mcp',
  'chroma-mcp',
  'mcp-server-qdrant',
  'mcp-server-docker',
  'serena',
  'mcp-proxy',
  'ha-mcp',
  'office-word-mcp-server',
  'excel-mcp-server',
  'mcp-clickhouse',
  'mcp-neo4j-cypher',
  'snowflake-labs-mcp',
  'mcp-server-motherduck',
]);

/** Names that manuals have, and under which nothing was published: what they mean. */
const published: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server-perplexity-ask': '@perplexity-ai/mcp-server',
  'server-perplexity-ask': '@perplexity-ai/mcp-server',
  'e2b-mcp-server': '@e2b/mcp-server',
  '@mem0/mcp': '@mem0/mcp-server',
  '@mcp/clickup-server': '@nazruden/clickup-server',
};

/** Whether only npm has it. */
export function isOfNpm(name: string): boolean {
  return (
    name.startsWith('@') || (known.includes(name) && !namesOfPython.has(name) && pythonPackageLike(name) === undefined)
  );
}

/** Well-known ones, by their whole names. */
export function isKnownOfNpm(name: string): boolean {
  return known.includes(name) && isOfNpm(name);
}

export function isKnownOfPython(name: string): boolean {
  return namesOfPython.has(name) || (name.startsWith('mcp-server-') && pythonPackageLike(name) === name);
}

/** The program of Python behind a name that npm does not have: `@modelcontextprotocol/server-git`. */
export function pythonPackageLike(name: string): string | undefined {
  const [, word = ''] = /^(?:@modelcontextprotocol\/(?:server-)?|mcp-server-|server-)([\w-]+)$/.exec(name) ?? [];
  if (ofPython.has(word)) return `mcp-server-${word}`;
  const bare = name.split('/').at(-1) ?? name;
  return namesOfPython.has(bare) || /^awslabs[.-]/.test(name) ? bare : undefined;
}

const vagueWords =
  /^(?:server|mcp|official|modelcontextprotocol|tools?|client|api|agent|node|remote|local|integration)$/;

/** One letter away, the same name in another scope, or in small letters. */
export function knownPackageLike(name: string): string | undefined {
  const bare = name.split('/').at(-1) ?? name;
  if (Object.hasOwn(published, name)) return published[name];
  const near = [...known, ...namesOfPython].find(
    (each) =>
      each !== name &&
      (withinOneEdit(each, name) ||
        isSameService(each, bare) ||
        (bare.length > 9 && withinEdits(each, name, 2)) ||
        isOtherScope(each, bare)),
  );
  return near ?? (name.startsWith('@') && /[A-Z]/.test(name) ? name.toLowerCase() : undefined); // npm has no capitals
}

/** `mcp-server-slack-official` is about what `@modelcontextprotocol/server-slack` is about. */
function isSameService(each: string, bare: string): boolean {
  const [own, ...others] = (each.split('/').at(-1) ?? each).split('-').filter((word) => !vagueWords.test(word));
  const [wanted, ...more] = bare.split('-').filter((word) => !vagueWords.test(word));
  return own !== undefined && own === wanted && own.length > 3 && others.length === 0 && more.length === 0;
}

function isOtherScope(each: string, bare: string): boolean {
  const own = each.split('/').at(-1);
  if (/^(?:mcp|server|mcp-server)$/.test(bare)) return false; // the scope is the name
  return own === bare || own === `server-${bare}` || own === bare.replace(/^mcp-/, '');
}
