/** The static properties of a transport. */
interface TransportFacts {
  /** Every name that some client uses for it, in lower case and without dashes. */
  readonly words: readonly string[];
  /** Of its addresses; none where a command is run. */
  readonly schemes: readonly string[];
  /** An address to show where one is asked for. */
  readonly example: string;
  /** As OpenTelemetry calls what runs below it. */
  readonly protocol?: string;
}

// VS Code reaches a local socket with unix:///path#/sub and a Windows pipe with pipe:///.
const httpSchemes = ['http:', 'https:', 'unix:', 'pipe:'];
const httpExample = 'https://example.com/mcp';

/**
 * The transports of configured servers. A new one is a row here and an opener in `servers/transports`;
 * what lacks a line for it no longer compiles.
 */
const transports = {
  stdio: { words: ['stdio', 'local'], schemes: [], example: 'npx -y @scope/server' },
  http: {
    words: ['http', 'https', 'remote', 'streamable', 'streamablehttp'],
    schemes: httpSchemes,
    example: httpExample,
    protocol: 'http',
  },
  sse: { words: ['sse'], schemes: httpSchemes, example: httpExample, protocol: 'http' },
  ws: { words: ['ws', 'websocket'], schemes: ['ws:', 'wss:'], example: 'wss://example.com/mcp', protocol: 'websocket' },
} as const satisfies Readonly<Record<string, TransportFacts>>;

export type ConfiguredTransport = keyof typeof transports;
/** Reached by an address. */
export type RemoteTransport = Exclude<ConfiguredTransport, 'stdio'>;

export const transportNames = Object.keys(transports) as readonly ConfiguredTransport[];

export function factsOf(transport: ConfiguredTransport): TransportFacts {
  return transports[transport];
}

/** By any word that a client uses for it. */
export function transportNamed(word: string): ConfiguredTransport | undefined {
  const normal = word.toLowerCase().replaceAll(/[-_]/g, '');
  return transportNames.find((name) => factsOf(name).words.includes(normal));
}

export function hasSchemeOf(url: string, transport: RemoteTransport): boolean {
  return URL.canParse(url) && factsOf(transport).schemes.includes(new URL(url).protocol);
}

/** The transport of a URL without a type: by a scheme that only one transport has, else HTTP. */
export function transportOfAddress(url: string): RemoteTransport {
  return /^wss?:/i.test(url) ? 'ws' : 'http';
}
