import { type Answer, agentAnswer, agentLimit, defaultMaxTokens, humanAnswer, humanLimit } from '../base/answer.ts';
import type { KnowledgeBase } from '../base/knowledgeBase.ts';
import { languageOf } from '../pattern/language.ts';
import type { QueryArguments } from './queryArguments.ts';

/** The whole of a query without any server around it. */
export function answerQuery(base: KnowledgeBase, query: QueryArguments): Answer {
  const { context, language, framework, verbosity, maxTokens } = query;
  const question = { context, language, framework };
  if (verbosity === 'human') return humanAnswer(base.ask(question, humanLimit), maxTokens, context);
  const found = base.ask(question, agentLimit);
  const reader = { language: languageOf(context, language, framework), framework };
  return agentAnswer(found, reader, maxTokens ?? defaultMaxTokens, context);
}
