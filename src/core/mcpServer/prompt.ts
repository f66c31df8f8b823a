import type { ServerHost } from './host.ts';
import type { ProfileName } from './profile.ts';
import type { ToolContext } from './tool.ts';

/** One prompt: one file that exports this value, and one line in `prompts.ts`. */
export interface ServerPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  readonly profiles: readonly Exclude<ProfileName, 'all'>[];
  /** Called once per embedded server, at the first use of the prompt. */
  load(host: ServerHost): Promise<LoadedPrompt>;
}

interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly required: boolean;
}

export interface LoadedPrompt {
  /** Required arguments are present; every value is a string. */
  render(
    args: Readonly<Record<string, string>>,
    context: ToolContext,
  ): Promise<readonly PromptMessage[]> | readonly PromptMessage[];
  /** Proposals for an argument, given what is typed so far and the other arguments. */
  complete?(
    argument: string,
    value: string,
    others: Readonly<Record<string, string>>,
  ): readonly string[] | Promise<readonly string[]>;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Readonly<Record<string, unknown>> & { readonly type: string };
}
