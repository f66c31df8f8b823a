import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { ServerView } from '../../contract/inspector.ts';

/** What the embedded server's tools, resources and prompts may use of the shell around them. */
export interface ServerHost {
  /** Ends with the server: own what must end with it. */
  readonly lifetime: Lifetime;
  readonly log: Log;
  /** Absolute paths of the workspace folders; the CLI gives its working directory. */
  folders(): readonly string[];
  /** False in an untrusted workspace: nothing of the workspace may then be run or trusted. */
  trusted(): boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** A setting of the product by its name without prefix, such as `kimi.model`; `undefined` where the user set none. */
  setting(name: string): unknown;
  /** Servers that Switchboard manages; the CLI, which manages none, gives an empty list. */
  listServers(): readonly ServerView[];
}
