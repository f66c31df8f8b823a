import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../../wire/definitions.ts';

/** One call as it was seen: in the history of the user, or in a recording. */
export interface ObservedCall {
  readonly tool: string;
  readonly ms: number;
  readonly result?: unknown;
  /** The code of a JSON-RPC error. */
  readonly errorCode?: number;
}

/** What is known of a server. What was not asked for is absent, and is then not judged. */
export interface LintSubject {
  readonly server: string;
  readonly tools: readonly ToolDefinition[];
  readonly resources?: readonly ResourceDefinition[];
  readonly templates?: readonly ResourceTemplateDefinition[];
  readonly prompts?: readonly PromptDefinition[];
  readonly instructions?: string;
  readonly protocolVersion?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly transport?: string;
  /** From the start of the process to the list of its tools. */
  readonly startMs?: number;
  /** The names of the tools as a second list had them. */
  readonly secondList?: readonly string[];
  readonly observed?: readonly ObservedCall[];
  /** What it did with bad requests. */
  readonly probes?: readonly ProbeOutcome[];
}

export type ProbeKind = 'unknown-tool' | 'missing-argument' | 'wrong-type' | 'unknown-method' | 'cancel';

export interface ProbeOutcome {
  readonly kind: ProbeKind;
  readonly tool?: string;
  readonly outcome: 'error' | 'tool-error' | 'accepted' | 'silent' | 'ended';
  readonly code?: number;
  readonly message?: string;
}
