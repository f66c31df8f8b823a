import type { Event } from '../../base/event.ts';
import type { ServerHost } from './host.ts';
import type { ProfileName } from './profile.ts';
import type { ToolContext } from './tool.ts';

/** A family of resources: one file that exports this value, and one line in `resources.ts`. */
export interface ServerResources {
  /** For logs only. */
  readonly name: string;
  readonly profiles: readonly Exclude<ProfileName, 'all'>[];
  /** Called once per embedded server, at the first request that concerns resources. */
  load(host: ServerHost): Promise<ResourceProvider>;
}

export interface ResourceProvider {
  list(): readonly ResourceEntry[] | Promise<readonly ResourceEntry[]>;
  readonly templates?: readonly ResourceTemplateEntry[];
  /** `undefined`: not one of mine. */
  read(uri: string, context: ReadContext): Promise<readonly ResourceContents[] | undefined>;
  /** Proposals for a variable of one of the templates. */
  complete?(uriTemplate: string, variable: string, value: string): readonly string[] | Promise<readonly string[]>;
  /** The list changed. */
  readonly onDidChange?: Event<void>;
  /** The contents of one resource changed. */
  readonly onDidUpdate?: Event<string>;
}

interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

interface ResourceTemplateEntry {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export type ResourceContents =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; /** base64 */ readonly blob: string };

type ReadContext = Pick<ToolContext, 'signal' | 'log' | 'requestId' | 'traceparent'>;
