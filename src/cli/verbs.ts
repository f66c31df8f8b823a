import type { ListedVerb } from './support/verb.ts';

export function verbNamed(name: string): ListedVerb | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name] : undefined;
}

/** Every verb of the command line. A new verb is one file and one line here. */
export const verbs: Readonly<Record<string, ListedVerb>> = {
  serve: {
    summary: 'Serve the embedded MCP server over stdio or HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
  gateway: {
    summary: 'Serve the tools of all servers as one MCP server',
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
  approve: {
    summary: 'Approve a server, and accept what it has changed',
    load: async () => (await import('./approve.ts')).approve,
  },
  review: {
    summary: 'Show what a server has changed, and accept it',
    load: async () => (await import('./review.ts')).review,
  },
  login: {
    summary: 'Sign in to a server',
    load: async () => (await import('./oauth/login.ts')).login,
  },
  auth: {
    summary: 'Show how signing in to a server goes, step by step',
    load: async () => (await import('./oauth/auth.ts')).auth,
  },
  logout: {
    summary: 'Sign out of a server, and revoke what it granted',
    load: async () => (await import('./oauth/logout.ts')).logout,
  },
  check: {
    summary: 'Run the checks of *.mcptest.json files',
    load: async () => (await import('./testing/check.ts')).check,
  },
  bisect: {
    summary: 'Find the commit since which a server does not do what it did',
    load: async () => (await import('./testing/bisect.ts')).bisect,
  },
  baseline: {
    summary: 'Keep what a server offers in a file, and compare it',
    load: async () => (await import('./testing/baseline.ts')).baseline,
  },
  fuzz: {
    summary: 'Call tools with inputs that a careful tester would try',
    load: async () => (await import('./testing/fuzz.ts')).fuzz,
  },
  parity: {
    summary: 'Compare a server in both protocol versions, directly and through the gateway',
    load: async () => (await import('./testing/parity.ts')).parity,
  },
  lint: {
    summary: 'Look for what clients and models stumble over in a server',
    load: async () => (await import('./testing/lint.ts')).lint,
  },
  conformance: {
    summary: 'Run the official conformance suite against a server',
    load: async () => (await import('./testing/conformance.ts')).conformance,
  },
  bridge: {
    summary: 'Serve tools declared in JSON manifests and run by a service on a local socket',
    load: async () => (await import('./bridge.ts')).bridge,
  },
  knowledge: {
    summary: 'Search the threat knowledge base, show and list patterns, validate pattern files',
    load: async () => (await import('./knowledge.ts')).knowledge,
  },
  tap: {
    summary: 'Capture the traffic between another client and a server',
    load: async () => (await import('./tap.ts')).tap,
  },
  replay: {
    summary: 'Serve the responses of a recording over stdio, as a mock server',
    load: async () => (await import('./replay.ts')).replay,
  },
  export: {
    summary: 'Write a recording as HAR, OTLP, HTML or Markdown',
    load: async () => (await import('./testing/export.ts')).exportRecording,
  },
  lsp: {
    summary: 'Run the language server for MCP configuration files',
    load: async () => (await import('./lsp.ts')).lsp,
  },
  doctor: {
    summary: 'Tell why servers fail and what helps, and which Kimi is used',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  completion: {
    summary: 'Print a script that completes commands and flags in a shell',
    load: async () => (await import('./completion.ts')).completionOf(verbs),
  },
};
