import type { Verb } from './support/verb.ts';

/** Every verb of the command line. A new verb is one file and one line here. */
export const verbs: Readonly<Record<string, Verb>> = {
  serve: {
    summary: 'Serve the embedded MCP server over stdio or HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
  gateway: {
    summary: 'Serve the tools of many servers as one: those of the open window, or of this folder',
    load: async () => (await import('./gateway.ts')).gateway,
  },
  list: {
    summary: 'List the configured servers and their tools',
    load: async () => (await import('./list.ts')).list,
  },
  call: {
    summary: 'Call one tool of a configured server',
    load: async () => (await import('./call.ts')).call,
  },
  bridge: {
    summary: 'Serve the tools that JSON manifests declare, carried out by a service on a local socket',
    load: async () => (await import('./bridge.ts')).bridge,
  },
  knowledge: {
    summary: 'Ask the threat knowledge base, read and list its patterns, check pattern files',
    load: async () => (await import('./knowledge.ts')).knowledge,
  },
  tap: {
    summary: 'Show what another client and a server say to each other, without touching it',
    load: async () => (await import('./tap.ts')).tap,
  },
  replay: {
    summary: 'Serve the answers of a recording over stdio, as a mock server',
    load: async () => (await import('./replay.ts')).replay,
  },
  lsp: {
    summary: 'Serve the language server for mcp.json and its relatives to an editor',
    load: async () => (await import('./lsp.ts')).lsp,
  },
  doctor: {
    summary: 'Tell which Kimi was found and which backend would be used',
    load: async () => (await import('./doctor.ts')).doctor,
  },
};
