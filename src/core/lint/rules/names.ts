import { l10n } from '../../../base/l10n.ts';
import { skeleton } from '../../config/text/confusables.ts';
import type { LintRule } from '../model/rule.ts';
import { toolRule, toolSubject } from '../model/rule.ts';

const clientPrefix = 60;

const duplicateNames: LintRule = {
  id: 'name-duplicate',
  severity: 'error',
  *check({ tools }) {
    const seen = new Set<string>();
    for (const { name } of tools) {
      if (seen.has(name)) {
        yield {
          subject: toolSubject(name),
          message: l10n.t('Two tools have the name "{0}", and only one of them can be called.', name),
          remedy: l10n.t('Give each tool a name of its own.'),
        };
      }
      seen.add(name);
    }
  },
};

/** `readFile` and `read_file`, or a letter of another alphabet: a model takes one for the other. */
const confusableNames: LintRule = {
  id: 'name-confusable',
  severity: 'warning',
  *check({ tools }) {
    const seen = new Map<string, string>();
    for (const { name } of tools) {
      const key = skeleton(name).toLowerCase().replaceAll(/[_.-]/g, '');
      const twin = seen.get(key);
      if (twin !== undefined && twin !== name) {
        yield {
          subject: toolSubject(name),
          message: l10n.t('"{0}" and "{1}" are easily taken for each other by a model.', name, twin),
          remedy: l10n.t('Choose names that differ in a word.'),
        };
      }
      if (twin === undefined) seen.set(key, name);
    }
  },
};

export const nameRules: readonly LintRule[] = [
  toolRule('name-chars', 'error', ({ name }) => {
    if (/^[\w.-]*$/.test(name) && name !== '') return undefined;
    return {
      message: l10n.t('MCP allows letters, digits, "_", "-" and "." in the name of a tool.'),
      remedy: l10n.t('Rename the tool, for example to "{0}".', name.replaceAll(/[^\w.-]+/g, '_') || 'tool'),
    };
  }),
  toolRule('name-128', 'error', ({ name }) => {
    if (name.length <= 128) return undefined;
    return {
      message: l10n.t('The name has {0} characters; MCP allows {1}.', name.length, 128),
      remedy: l10n.t('Shorten the name.'),
    };
  }),
  duplicateNames,
  toolRule('name-64', 'warning', ({ name }) => {
    if (name.length <= 64 || name.length > 128) return undefined;
    return {
      message: l10n.t('The name has {0} characters; Claude, OpenAI and Gemini take {1}.', name.length, 64),
      remedy: l10n.t('Shorten the name.'),
    };
  }),
  toolRule('name-start', 'warning', ({ name }) => {
    if (/^[A-Za-z_]/.test(name) || name === '') return undefined;
    return {
      message: l10n.t('The name does not begin with a letter or "_", as Gemini demands.'),
      remedy: l10n.t('Begin the name with a letter.'),
    };
  }),
  toolRule('name-dot', 'warning', ({ name }) => {
    if (!name.includes('.') || !/^[\w.-]+$/.test(name)) return undefined;
    return {
      message: l10n.t('MCP allows a "." in the name, but Claude and OpenAI refuse it.'),
      remedy: l10n.t('Rename the tool, for example to "{0}".', name.replaceAll('.', '_')),
    };
  }),
  toolRule('name-prefixed-60', 'warning', ({ name }, { server }) => {
    const length = server.length + 1 + name.length;
    if (length <= clientPrefix || name.length > 64) return undefined;
    return {
      message: l10n.t('With the name of its server it has {0} characters; Cursor takes {1}.', length, clientPrefix),
      remedy: l10n.t('Shorten the name of the tool or of the server.'),
    };
  }),
  confusableNames,
];
