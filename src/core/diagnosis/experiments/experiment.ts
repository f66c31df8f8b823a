import type { Diagnosis, Remedy } from '../model/diagnosis.ts';
import type { Evidence, StdioFacts } from '../model/evidence.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  /** Its beginning. */
  readonly body: string;
}

/** A start of the server without a client. */
export interface AloneStart {
  readonly forMs: number;
  /** What is sent to it. */
  readonly input?: string;
  /** What it prints that ends the run. */
  readonly until?: RegExp;
}

/** How a process did that was started alone. */
export interface AloneRun {
  readonly end?: { readonly code: number | null; readonly signal: string | null };
  readonly output: string;
}

/** What experiments may do beside looking. Each ends within seconds, and with the signal. */
export interface ExperimentHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  loginPath(): Promise<string | undefined>;
  /** What a program prints; `undefined` where it fails. */
  run(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined>;
  request(url: string, init: RequestInit, signal: AbortSignal): Promise<HttpAnswer | undefined>;
  /** The process that listens on a port of this machine. */
  holderOf(port: number): Promise<string | undefined>;
  startAlone(
    launch: StdioFacts,
    searchPath: string,
    how: AloneStart,
    signal: AbortSignal,
  ): Promise<AloneRun | undefined>;
}

export interface Subject {
  readonly evidence: Evidence;
  readonly diagnoses: readonly Diagnosis[];
}

export interface Observation {
  /** One sentence. */
  readonly text: string;
  readonly remedies: readonly Remedy[];
  /** URLs that answered, and not as a server of MCP: they need not be tried. */
  readonly refuted?: readonly string[];
}

/** What was learned, by the experiment it came from. */
export interface Learned extends Observation {
  readonly experiment: string;
}

/** Something that costs time or reaches out, and is therefore done on request only. */
export interface Experiment {
  readonly id: string;
  /** What is being tried, for a progress bar. */
  title(): string;
  /** The package registry is reached: only after asking. */
  readonly asksRegistry?: boolean;
  fits(subject: Subject): boolean;
  /** `undefined` where nothing was learned. */
  run(subject: Subject, host: ExperimentHost, signal: AbortSignal): Promise<Observation | undefined>;
}
