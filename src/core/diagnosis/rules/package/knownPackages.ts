import { withinOneEdit } from '../../model/nearbyFile.ts';

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
  'mcp-server-fetch',
  'mcp-server-git',
  'mcp-server-time',
  'mcp-server-sqlite',
  'mcp-remote',
  'chrome-devtools-mcp',
  'firecrawl-mcp',
  'tavily-mcp',
];

/** One letter away, or the same name in another scope. */
export function knownPackageLike(name: string): string | undefined {
  const bare = name.split('/').at(-1) ?? name;
  return known.find((each) => each !== name && (withinOneEdit(each, name) || isOtherScope(each, bare)));
}

function isOtherScope(each: string, bare: string): boolean {
  const own = each.split('/').at(-1);
  if (/^(?:mcp|server|mcp-server)$/.test(bare)) return false; // the scope is the name
  return own === bare || own === `server-${bare}` || own === bare.replace(/^mcp-/, '');
}
