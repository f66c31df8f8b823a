import { plainLine } from './plainLine.ts';

/** How the server was started or reached, as far as a diagnosis needs it. */
export type LaunchFacts =
  | { readonly kind: 'memory' }
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** `null` unsets a variable. */
      readonly env: Readonly<Record<string, string | null>>;
      readonly cwd?: string;
      /** Keys of the entry that have no meaning. */
      readonly unread?: readonly string[];
    }
  | {
      readonly kind: 'http' | 'sse' | 'ws';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly unread?: readonly string[];
    };

export type StdioFacts = Extract<LaunchFacts, { kind: 'stdio' }>;
export type RemoteFacts = Extract<LaunchFacts, { readonly url: string }>;

/** What a rule may look up on this machine. Nothing is run. */
export interface Machine {
  readonly home: string;
  readonly platform: string;
  kindOf(path: string): 'file' | 'folder' | undefined;
  /** Empty where the folder cannot be read. */
  namesIn(folder: string): readonly string[];
  /** Empty where the file cannot be read. */
  firstLine(file: string): string;
  /** Of a text file, what stands at its beginning; empty as well. */
  head(file: string): string;
  /** A program in PATH, or where installers usually put it. */
  findProgram(name: string): string | undefined;
}

/** Everything known about a failed start, or the loss of a running server. */
export interface Evidence {
  readonly launch: LaunchFacts;
  /** The error and its causes, the outermost first. */
  readonly causes: readonly { readonly code: string | undefined; readonly message: string }[];
  readonly stderr: string;
  /** Lines on stdout that were no messages. */
  readonly noise: readonly string[];
  /** What it said as messages, but to no request. */
  readonly reports: readonly string[];
  /** Responses with an id of no request. */
  readonly strayResponses?: number;
  readonly timedOut: boolean;
  /** It lives, and has closed its stdout. */
  readonly isOutputClosed?: boolean;
  /** It was connected before: what its entry says is not wrong. */
  readonly hasRun?: boolean;
  readonly searchPath?: string;
  readonly end?: { readonly code: number | null; readonly signal: string | null; readonly livedMs?: number };
  /** Of the HTTP response. */
  readonly status?: number;
  readonly body?: string;
  /** The `WWW-Authenticate` header. */
  readonly challenge?: string;
  /** False where it was looked for: no metadata says where to sign in. */
  readonly namesSignIn?: boolean;
  readonly machine: Machine;
}

const mostLines = 600;
const longestLine = 1_000;
/** Node's own, which a server that is well prints too. */
const nodeWarning = /^\(node:\d+\) .{0,40}(?:Deprecation|Experimental)Warning/;

/** Every rule reads it. */
const outputs = new WeakMap<Evidence, string>();

/** All that it printed, newest last. Without empty lines and with short ones, so that patterns stay quick on any output. */
export function outputOf(evidence: Evidence): string {
  const known = outputs.get(evidence) ?? joinOutput(evidence);
  outputs.set(evidence, known);
  return known;
}

function joinOutput({ noise, stderr, reports }: Evidence): string {
  const lines = [...noise, stderr, ...reports].join('\n').split('\n');
  const full = lines.slice(-mostLines * 50).filter((line) => line.trim() !== '' && !nodeWarning.test(line));
  return full
    .slice(-mostLines)
    .map((line) => plainLine(line).slice(0, longestLine))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

export function stdioOf({ launch }: Evidence): StdioFacts | undefined {
  return launch.kind === 'stdio' ? launch : undefined;
}

export function remoteOf({ launch }: Evidence): RemoteFacts | undefined {
  return 'url' in launch ? launch : undefined;
}

export function hasCode({ causes }: Evidence, ...codes: readonly string[]): boolean {
  return causes.some(({ code }) => code !== undefined && codes.includes(code));
}
