import type { ConfigText, PlacedServer } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import type { Environment } from '../environment/environment.ts';

export interface RuleContext {
  readonly document: ConfigText;
  readonly around: Environment;
}

/** Checks one server. Never throws, runs nothing, and reports each mistake once. */
export type ServerRule = (server: PlacedServer, context: RuleContext) => readonly Finding[];
/** Checks the file as a whole. */
export type FileRule = (context: RuleContext) => readonly Finding[];
