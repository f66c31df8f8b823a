import { kimiRolePrompt } from './kimi/rolePrompt.ts';
import { reviewAuthorizationPrompt, threatModelPrompt } from './knowledge/knowledgePrompts.ts';
import type { EmbeddedPrompt } from './prompt.ts';

/** Every prompt of the embedded server: one file and one line here. */
export const embeddedPrompts: readonly EmbeddedPrompt[] = [
  kimiRolePrompt,
  threatModelPrompt,
  reviewAuthorizationPrompt,
];
