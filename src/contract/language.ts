import type { JsonObject, JsonValue } from '../base/json.ts';

/** What crosses between the extension host and the language server beside the language server protocol itself. */

/** What the editor checks itself; the server then reports nothing about it. */
export type EditorCheck =
  /** Syntax of files whose language is JSON. */
  | 'json-syntax'
  /** Types and known words, by the schemas of the extension and of VS Code. */
  | 'json-schema'
  /** VS Code's own schema and variable check of `.vscode/mcp.json`. */
  | 'vscode-mcp';

/** The `initializationOptions`. Each is optional: another editor gives none. */
export interface LanguageOptions {
  readonly covers: readonly EditorCheck[];
  /** Without trust nothing but the text itself is read. */
  readonly trusted: boolean;
  /** The profile's own mcp.json. */
  readonly userFile?: string;
  /** The `.code-workspace` file that is open. */
  readonly workspaceFile?: string;
  /** Commands of the editor that a code lens may run. */
  readonly commands: readonly string[];
  /** Translations, by their English text. */
  readonly bundle: Readonly<Record<string, string>>;
}

export interface LiveTool {
  readonly name: string;
  readonly tokens: number;
  /** Names of its arguments. */
  readonly args?: readonly string[];
}

/** A change of the entry that helps. */
export interface LiveCure {
  readonly title: string;
  /** `undefined` removes a value. */
  readonly changes: readonly { readonly path: readonly (string | number)[]; readonly value?: JsonValue }[];
  readonly inputs: readonly JsonObject[];
}

/** Why a server failed. */
interface LiveDiagnosis {
  readonly cause: string;
  readonly proof?: string;
  /** Where in the entry. */
  readonly path: readonly (string | number)[];
  /** Of the entry that failed: the cures are for no other. */
  readonly entryHash: string;
  readonly cures: readonly LiveCure[];
}

/** What is known about a managed server now; every text is redacted. */
export interface LiveServer {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly state: 'disconnected' | 'pending' | 'connecting' | 'connected' | 'waiting' | 'error';
  readonly stateText: string;
  readonly tools: readonly LiveTool[];
  readonly protocolVersion?: string;
  readonly product?: string;
  readonly startMs?: number;
  readonly fault?: { readonly message: string; readonly hint?: string };
  readonly stderrTail?: string;
  readonly diagnosis?: LiveDiagnosis;
  /** Not what is now, but what the last start found: the hash of the entry that it is true of. */
  readonly pastEntry?: string;
}

export interface ConvertedText {
  readonly text: string;
  readonly language: string;
  readonly notes: readonly string[];
}

/** To the server: the whole list each time, so that a lost notification does no harm. */
export const liveMethod = 'switchboard/live';
/** To the server: `{ trusted }`. */
export const trustMethod = 'switchboard/trust';
/** To the editor: shows a `ConvertedText` as a new document. */
export const showTextMethod = 'switchboard/showText';

/** A command that the server itself runs: `[uri, client]`. */
export const convertCommand = 'mcpSwitchboard.lsp.convert';
