import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** What only a newer Node.js knows. */
export const nodeTooOld = outputRule(
  'runtime/node-old',
  [
    /requires? (?:Node(?:\.js)?|node) ?(?:version )?(>=? ?v?\d[\d.]{0,10}|v?\d[\d.]{0,10}(?: or (?:higher|later|newer|above))?)/i,
    /npm (?:ERR!|error|warn|WARN) (?:notsup|EBADENGINE)[^]{0,200}?node: '([^'\n]{1,40})'/,
    /The engine "node" is incompatible with this module\. Expected version "([^"\n]{1,40})"/,
    /(No such built-in module: node:\w{1,40})/,
    /(?:ReferenceError: )((?:File|fetch|ReadableStream|WebSocket|CustomEvent|navigator|structuredClone|Headers|Response|crypto|FormData) is not defined)/,
    /TypeError: (\S{1,80}(?:toSorted|toReversed|toSpliced|with|at|findLast|groupBy|withResolvers|hasOwn|replaceAll|registerHooks|isSubsetOf|union|styleText|parseEnv|loadEnvFile|getBuiltinModule) is not a function)/,
    /(SyntaxError: (?:Unexpected token '(?:\?\?=|\|\|=|&&=|\?|\.|with)'|Invalid regular expression flags|Unexpected identifier 'assert'))/,
    /(?:^|\n)(?:node: )(bad option: --\S{1,60}|--\S{1,60} is not allowed in NODE_OPTIONS)/,
  ],
  ([, what = '']) => ({
    cause: l10n.t('The server needs a newer Node.js than the one it was started with: {0}', what),
    remedies: [advise(l10n.t('Install a newer Node.js, or use its full path as "command".'))],
  }),
);
