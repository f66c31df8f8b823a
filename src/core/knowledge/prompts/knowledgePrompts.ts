import type { ServerPrompt } from '../../mcpServer/prompt.ts';

const languageArgument = {
  name: 'language',
  title: 'Language',
  description: 'Programming language of the code, such as python',
  required: false,
};
const frameworkArgument = {
  name: 'framework',
  title: 'Framework',
  description: 'Framework of the code, such as flask',
  required: false,
};

export const threatModelPrompt: ServerPrompt = {
  name: 'threat-model-this-change',
  title: 'Threat-model this change',
  description: 'Find what can go wrong with a change, with the patterns of the knowledge base that fit it.',
  arguments: [
    { name: 'change', title: 'Change', description: 'The change: a description, a diff or code', required: true },
    languageArgument,
    frameworkArgument,
  ],
  profiles: ['tmkb'],
  load: async (host) => (await import('./renderPrompts.ts')).threatModel(host),
};

export const reviewAuthorizationPrompt: ServerPrompt = {
  name: 'review-for-authorization',
  title: 'Review for authorization',
  description: 'Review code for missing or wrong authorization: who may do this, to which record, and who checks it.',
  arguments: [
    { name: 'code', title: 'Code', description: 'The code to review', required: true },
    languageArgument,
    frameworkArgument,
  ],
  profiles: ['tmkb'],
  load: async (host) => (await import('./renderPrompts.ts')).reviewAuthorization(host),
};
