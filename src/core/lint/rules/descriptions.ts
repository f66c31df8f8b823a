import { identifierWords } from '../../../base/identifierWords.ts';
import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { type LintRule, schemaRule, serverRule, toolRule, toolSubject } from '../model/rule.ts';

const shortText = 20;
const longText = 1_024;
const longInstructions = 8_000;
const sameTexts = 0.8;

const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared || 1);
}

/** Adds nothing to the name: "Get user" for `get_user`. */
function saysTheName({ name, description = '' }: ToolDefinition): boolean {
  const own = new Set([...identifierWords(name), 'a', 'an', 'the', 'this', 'tool', 'to', 'of', 'for']);
  const said = [...words(description)];
  return said.length > 0 && said.every((word) => own.has(word) || own.has(word.replace(/s$/, '')));
}

const maxCompared = 300;

const overlappingTexts: LintRule = {
  id: 'desc-overlap',
  severity: 'warning',
  *check({ tools }) {
    const told = tools
      .slice(0, maxCompared)
      .map(({ name, description = '' }) => ({ name, said: words(description) }))
      .filter(({ said }) => said.size >= 4);
    for (const [at, { name, said }] of told.entries()) {
      const twin = told.slice(0, at).find((other) => overlap(said, other.said) >= sameTexts);
      if (!twin) continue;
      yield {
        subject: toolSubject(name),
        path: '/description',
        message: l10n.t('Its description is nearly that of "{0}", so a model cannot choose between them.', twin.name),
        remedy: l10n.t('Say when to use this tool and not the other one.'),
      };
    }
  },
};

const undescribedPrompts: LintRule = {
  id: 'prompt-desc',
  severity: 'warning',
  *check({ prompts = [] }) {
    for (const { name, description } of prompts) {
      if (description) continue;
      yield {
        subject: `prompts/${name}`,
        message: l10n.t('The prompt has no description, and users see it only by its name.'),
        remedy: l10n.t('Add a description of what the prompt does.'),
      };
    }
  },
};

const undescribedResources: LintRule = {
  id: 'resource-mime',
  severity: 'info',
  *check({ resources = [] }) {
    for (const { uri, mimeType } of resources.slice(0, 1_000)) {
      if (mimeType) continue;
      yield {
        subject: `resources/${uri}`,
        message: l10n.t('The resource has no MIME type, so clients have to guess how to show it.'),
        remedy: l10n.t('Add "mimeType".'),
      };
    }
  },
};

export const descriptionRules: readonly LintRule[] = [
  toolRule('desc-missing', 'warning', ({ description = '' }) => {
    if (description.trim() !== '') return undefined;
    return {
      message: l10n.t('The tool has no description, and a model chooses by it.'),
      remedy: l10n.t('Say what the tool does, when to use it, and what it returns.'),
    };
  }),
  toolRule('desc-short', 'warning', ({ description = '' }) => {
    const length = description.trim().length;
    if (length === 0 || length >= shortText) return undefined;
    return {
      path: '/description',
      message: l10n.t('The description has {0} characters, too few to tell a model when to use the tool.', length),
      remedy: l10n.t('Say what the tool does, when to use it, and what it returns.'),
    };
  }),
  toolRule('desc-echo', 'warning', (tool) => {
    if (!saysTheName(tool)) return undefined;
    return {
      path: '/description',
      message: l10n.t('The description says only what the name says.'),
      remedy: l10n.t('Say what the tool does, when to use it, and what it returns.'),
    };
  }),
  toolRule('desc-1024', 'warning', ({ description = '' }) => {
    if (description.length <= longText) return undefined;
    return {
      path: '/description',
      message: l10n.t(
        'The description has {0} characters; Copilot cuts it at {1} for some models, and older OpenAI models refuse it.',
        description.length,
        longText,
      ),
      remedy: l10n.t('Move details into the descriptions of the parameters, or into the instructions.'),
    };
  }),
  overlappingTexts,
  schemaRule('param-desc', 'warning', (schema, { property, depth }) => {
    if (property === undefined || depth > 2 || !isRecord(schema)) return undefined;
    if (typeof schema['description'] === 'string' && schema['description'].trim() !== '') return undefined;
    if ('$ref' in schema || 'const' in schema) return undefined;
    return {
      message: l10n.t('The parameter "{0}" has no description.', property),
      remedy: l10n.t('Say what it means, in which form, and give an example.'),
    };
  }),
  toolRule('title-missing', 'info', ({ title, annotations }) => {
    if (title !== undefined || typeof annotations?.['title'] === 'string') return undefined;
    return {
      message: l10n.t('The tool has no title, so users see its name.'),
      remedy: l10n.t('Add "title" for users.'),
    };
  }),
  serverRule('instructions-long', 'warning', ({ instructions = '' }) => {
    if (instructions.length <= longInstructions) return undefined;
    return {
      message: l10n.t('The instructions have {0} characters, which every conversation pays for.', instructions.length),
      remedy: l10n.t('Keep what concerns all tools, and move the rest into their descriptions.'),
    };
  }),
  undescribedPrompts,
  undescribedResources,
];
