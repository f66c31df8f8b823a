import type { QueryProblem } from '../../../src/contract/trafficQuery.ts';
import { t } from '../../platform/l10n.ts';

/** What is wrong with a query, as a sentence. */
export function problemText(problem: QueryProblem): string {
  switch (problem.code) {
    case 'unknown-field':
      return t('There is no field "{0}". Put it in quotes to look for the text.', problem.name);
    case 'unknown-value':
      return t('"{0}" is not one of {1}', problem.value, problem.known);
    case 'bad-number':
      return t('"{0}" is not a number such as 100ms, 2s or 10kb', problem.value);
    case 'bad-pattern':
      return problem.reason;
    case 'slow-pattern':
      return t('This pattern takes too long, so the search was stopped. Make it simpler.');
    case 'no-value':
      return t('"{0}" wants a value', problem.name);
    default:
      return problem satisfies never;
  }
}

/** What a suggested field filters by; nothing for a value. */
export function fieldText(offered: string): string {
  const texts: Readonly<Record<string, string>> = {
    'server:': t('name of the server'),
    'method:': t('method of the message'),
    'tool:': t('tool, prompt or resource'),
    'id:': t('id of the request'),
    'connection:': t('one connection of a server'),
    'body:': t('text anywhere in the body'),
    'direction:': t('out or in'),
    'kind:': t('request, response, stderr, …'),
    'status:': t('ok, error, pending, …'),
    'is:': t('pinned, pending, …'),
    'duration>': t('time until the answer'),
    'size>': t('size of the message'),
    'http>': t('HTTP status'),
  };
  return texts[offered.replace(/^-/, '')] ?? '';
}
