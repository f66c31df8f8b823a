import { createHash } from 'node:crypto';
import { fitsDialog } from '../../base/text/dialogText.ts';
import { inertText } from '../../base/text/inertText.ts';
import { clip } from '../../base/json.ts';
import type { ToolArguments, ToolContext } from '../mcpServer/tool.ts';
import { fillTemplate } from './read/fillTemplate.ts';
import type { DeclaredTool } from './read/model.ts';

const maxValueShown = 200;
const maxArgumentsShown = 4_000;

/** Whether the user is asked before each call: the manifest says so, or the tool is marked destructive. */
export function needsConfirmation({ confirm, annotations }: DeclaredTool): boolean {
  return confirm === undefined ? annotations?.destructiveHint === true : confirm !== false;
}

/**
 * Why the call is not made; `undefined` where the user has confirmed it. A mark without a question of the manifest is a
 * hint for clients: where the user cannot be asked, the call goes through as it always did.
 */
export async function whyNotConfirmed(
  tool: DeclaredTool,
  name: string,
  args: ToolArguments,
  { ask }: ToolContext,
): Promise<string | undefined> {
  const isDeclared = tool.confirm !== undefined;
  if (!ask)
    return isDeclared ? `${name} needs the user's confirmation, and ${cannotAsk}. Nothing was done.` : undefined;
  const whole = questionFor(tool, name, args, Infinity);
  const isShownWhole = fitsDialog(whole);
  if (!isShownWhole && isDeclared)
    return `${name} needs the user's confirmation, and its arguments are too long to be shown. Nothing was done.`;
  const message = isShownWhole ? whole : questionFor(tool, name, args, maxArgumentsShown);
  const answer = await ask(keyOf(name, args, message), { message });
  return answer === undefined ? `The user did not confirm ${name}. Nothing was done.` : undefined;
}

export const cannotAsk = 'this client cannot ask: it has no elicitation';

/** The arguments come last: nothing that they say can pass for ours. */
function questionFor({ confirm }: DeclaredTool, name: string, args: ToolArguments, maxLength: number): string {
  const valueOf = (key: string): string | undefined => (Object.hasOwn(args, key) ? shown(args[key]) : undefined);
  const question =
    typeof confirm === 'string' && confirm !== ''
      ? fillTemplate(confirm, valueOf)
      : `Run ${name}?${confirm === undefined ? ' It is marked destructive.' : ''}`;
  const json = clip(JSON.stringify(args, undefined, 2), maxLength);
  return inertText(`${question}\n\nTool: ${name}\nArguments:\n${json}`);
}

function shown(value: unknown): string {
  return clip(typeof value === 'string' ? value : JSON.stringify(value), maxValueShown);
}

/** The tool runs again once the client has answered: consent to other arguments is another key. */
function keyOf(name: string, args: ToolArguments, message: string): string {
  return `confirm-${createHash('sha256')
    .update(JSON.stringify([name, args, message]))
    .digest('hex')}`;
}
