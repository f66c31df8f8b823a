import { kimiRolePrompt } from '../kimi/tools/rolePrompt.ts';
import { reviewAuthorizationPrompt, threatModelPrompt } from '../knowledge/prompts/knowledgePrompts.ts';
import type { ServerPrompt } from '../mcpServer/prompt.ts';

/** Every prompt of the embedded server: one file and one line here. */
export const embeddedPrompts: readonly ServerPrompt[] = [kimiRolePrompt, threatModelPrompt, reviewAuthorizationPrompt];
