import type { ServerHost } from '../../mcpServer/host.ts';
import type { ServerPrompt, LoadedPrompt } from '../../mcpServer/prompt.ts';

/** The analysis roles as a prompt, so that any model can take one on, with Kimi or without. */
export const kimiRolePrompt: ServerPrompt = {
  name: 'kimi_role',
  title: 'Ask in an analysis role',
  description: 'A question in one of the roles that kimi_analyze knows, such as security or performance.',
  arguments: [
    { name: 'role', description: 'Analysis role (e.g., security, performance)', required: true },
    { name: 'question', description: 'The analysis prompt or question', required: true },
    { name: 'context', description: 'Optional additional context', required: false },
  ],
  profiles: ['kimi'],
  load: loadRolePrompt,
};

async function loadRolePrompt(host: ServerHost): Promise<LoadedPrompt> {
  const [{ loadConfig }, { assemblePrompt }, { readTask }, { unknownRole }, { invalid }] = await Promise.all([
    import('../model/config.ts'),
    import('../prompt/promptText.ts'),
    import('../model/task.ts'),
    import('./outcomeText.ts'),
    import('../../mcpServer/handlers/handle.ts'),
  ]);
  const roles = async (): Promise<Readonly<Record<string, string>>> => (await loadConfig(host)).config.roles;
  return {
    render: async ({ role = '', question = '', context = '' }) => {
      const known = await roles();
      const roleText = Object.hasOwn(known, role) ? known[role] : undefined;
      if (roleText === undefined) throw invalid(unknownRole(role, Object.keys(known)));
      const text = assemblePrompt(readTask('analyze', { prompt: question, context }), [], roleText);
      return [{ role: 'user', content: { type: 'text', text } }];
    },
    complete: async (argument, value) =>
      argument === 'role' ? Object.keys(await roles()).filter((role) => role.startsWith(value.toLowerCase())) : [],
  };
}
