import type { JsonObject } from '../../../base/json.ts';
import type { JsonNode } from '../text/jsonTree.ts';
import type { LaunchSpec, ServerOptions } from './launch.ts';
import type { LineIndex, Span } from '../text/lineMap.ts';

/** Which client's file it is. `plain` is for text without a file, such as the clipboard. */
export type ConfigKind =
  | 'vscode'
  | 'user'
  | 'codeWorkspace'
  | 'devcontainer'
  | 'mcpJson'
  | 'mcprc'
  | 'cursor'
  | 'claudeDesktop'
  | 'windsurf'
  | 'copilotCli'
  | 'kimi'
  | 'extension'
  | 'plain';

export type JsonPath = readonly (string | number)[];
export type Severity = 'error' | 'warning' | 'info';

export type ProblemCode =
  | 'unreadable'
  | 'too-large'
  | 'too-deep'
  | 'too-many'
  | 'syntax'
  | 'root-type'
  | 'wrong-root'
  | 'wrong-type'
  | 'duplicate-key'
  | 'duplicate-server'
  | 'server-name'
  | 'missing-command'
  | 'command-line'
  | 'bad-url'
  | 'unknown-transport'
  | 'conflicting-keys'
  | 'bad-env'
  | 'bad-input'
  | 'undefined-input'
  | 'unused-input'
  | 'unsupported-variable'
  | 'shadowed';

export interface ConfigProblem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** A whole sentence, in the language of the user. */
  readonly message: string;
  /** The word, key or scheme it is about, as written. Code reads this, never the message. */
  readonly subject?: string;
  readonly file: string;
  readonly span: Span;
  readonly server?: string;
}

export interface InputDeclaration {
  readonly id: string;
  readonly kind: 'promptString' | 'pickString' | 'command';
  readonly description: string;
  readonly default?: string;
  readonly password: boolean;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  /** Of an editor, which is not run: part of what is approved. */
  readonly command?: string;
  readonly file: string;
  readonly span: Span;
}

/** Where a file stands. The order of precedence follows from `kind`, then from the folder's place. */
export interface ConfigSource {
  readonly kind: ConfigKind;
  /** Absolute path, or a virtual one if there is no file. */
  readonly file: string;
  /** The workspace folder that it belongs to; absent for the user's own files. */
  readonly folder?: { readonly name: string; readonly path: string };
}

export interface EntrySpans {
  /** Name and body. */
  readonly entry: Span;
  /** The name, with its quotes. */
  readonly name: Span;
  readonly body: Span;
}

export interface ServerEntry {
  readonly name: string;
  readonly source: ConfigSource;
  readonly launch: LaunchSpec;
  readonly options: ServerOptions;
  /** Keys that Switchboard gives no meaning to, as they stand: writing keeps them. */
  readonly unknown: JsonObject;
  /** The whole entry as it stands. */
  readonly raw: JsonObject;
  readonly inputs: readonly InputDeclaration[];
  /** Where the body is in the file. */
  readonly path: JsonPath;
  readonly spans: EntrySpans;
  /** It contains a syntax error: shown, never launched. */
  readonly incomplete: boolean;
}

export interface ParsedConfig {
  readonly source: ConfigSource;
  readonly servers: readonly ServerEntry[];
  readonly inputs: readonly InputDeclaration[];
  readonly problems: readonly ConfigProblem[];
  /** True if the text is not valid JSON: the entries may be incomplete. */
  readonly broken: boolean;
  readonly root: JsonNode | undefined;
  readonly lines: LineIndex;
}
