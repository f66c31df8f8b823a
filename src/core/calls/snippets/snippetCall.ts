import type { RemoteTransport } from '../../config/model/transports.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { Piece } from './template.ts';

/** How a server is reached; secrets and inputs become environment variables. */
export type SnippetServer =
  | {
      readonly kind: 'stdio';
      readonly command: readonly Piece[];
      readonly args: readonly (readonly Piece[])[];
      readonly env: readonly (readonly [string, readonly Piece[]])[];
      readonly cwd: readonly Piece[] | undefined;
    }
  | {
      readonly kind: RemoteTransport;
      readonly url: readonly Piece[];
      readonly headers: readonly (readonly [string, readonly Piece[]])[];
    };

export interface SnippetCall {
  readonly serverId: string;
  readonly server: SnippetServer | undefined;
  readonly era: Era | undefined;
  readonly protocolVersion: string | undefined;
  readonly tool: string;
  /** Says which arguments also go as headers. */
  readonly inputSchema: unknown;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where it is configured; our own server is in no file. */
  readonly configFile: string | undefined;
  /** What starts our command line, as it is written in a shell. */
  readonly cli: string;
}
