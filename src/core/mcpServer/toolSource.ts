import type { ReadonlySignal } from '@preact/signals-core';
import type { ServerHost } from './host.ts';
import type { ProfileName } from './profile.ts';
import type { ServerPrompt } from './prompt.ts';
import type { ServerTool } from './tool.ts';

/** Tools that come and go, such as the manifest bridge's: one file that exports this value, and one line in `toolSources.ts`. */
export interface ServerToolSource {
  /** For logs only. */
  readonly name: string;
  /** Besides `all`, which has every source. */
  readonly profiles: readonly Exclude<ProfileName, 'all'>[];
  /** Imports the implementation and resolves once its first tools are known; called once per embedded server, before the first list. */
  open(host: ServerHost): Promise<ToolSource>;
  /** It may have prompts too. */
  readonly hasPrompts?: boolean;
}

export interface ToolSource {
  /**
   * Another list reaches every client as `tools/list_changed`. The same tool must be the same object while it is
   * unchanged. Their `profiles` are not looked at.
   */
  readonly tools: ReadonlySignal<readonly ServerTool[]>;
  readonly prompts?: ReadonlySignal<readonly ServerPrompt[]>;
}
