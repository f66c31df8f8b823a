import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { names } from '../../../base/schema/document/schema.ts';
import { headerParameterProblem } from '../../servers/catalog/headerParameters.ts';
import { wordsIn } from '../../trust/flows/toolWords.ts';
import { type LintRule, placesOf, schemaRule, toolRule } from '../model/rule.ts';

const secretWords = new Set(['password', 'token', 'secret', 'key', 'credential', 'passphrase']);
const hiddenKeywords = ['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength'] as const;

/** What OpenAI's strict mode refuses. */
function notStrict(schema: unknown): string | undefined {
  for (const { schema: inner } of placesOf(schema)) {
    if (!isRecord(inner) || !isRecord(inner['properties'])) continue;
    if (inner['additionalProperties'] !== false) return JSON.stringify({ additionalProperties: false });
    const required = new Set(names(inner, 'required'));
    const optional = Object.keys(inner['properties']).find((name) => !required.has(name));
    if (optional !== undefined) return JSON.stringify({ required: [...required, optional] });
  }
  return undefined;
}

export const modelRules: readonly LintRule[] = [
  toolRule('strict-ready', 'info', ({ inputSchema }) => {
    const lacks = notStrict(inputSchema);
    if (lacks === undefined) return undefined;
    return {
      path: '/inputSchema',
      message: l10n.t("The schema does not fit OpenAI's strict mode, in which arguments are always valid."),
      remedy: l10n.t('Add {0}; an optional value is one that may be null.', lacks),
    };
  }),
  schemaRule('constraint-hidden', 'info', (schema, { property }) => {
    if (property === undefined || !isRecord(schema)) return undefined;
    const keyword = hiddenKeywords.find((name) => name in schema);
    const told = typeof schema['description'] === 'string' ? schema['description'] : '';
    if (keyword === undefined || told.includes(String(schema[keyword]))) return undefined;
    return {
      message: l10n.t(
        '"{0}" of "{1}" is removed for some models, and the description does not tell of it.',
        keyword,
        property,
      ),
      remedy: l10n.t('Say it in the description too.'),
    };
  }),
  toolRule('header-invalid', 'error', ({ inputSchema }) => {
    const problem = headerParameterProblem(inputSchema);
    if (problem === undefined) return undefined;
    return {
      path: '/inputSchema',
      message: l10n.t('{0}: clients of 2026-07-28 drop the tool over HTTP.', problem),
      remedy: l10n.t('Correct or remove "{0}".', 'x-mcp-header'),
    };
  }),
  schemaRule('header-secret', 'warning', (schema, { property }) => {
    if (property === undefined || !isRecord(schema) || !('x-mcp-header' in schema)) return undefined;
    if (!wordsIn(property).some((word) => secretWords.has(word))) return undefined;
    return {
      message: l10n.t('"{0}" looks like a secret and is copied into a header, which proxies log.', property),
      remedy: l10n.t('Remove "{0}".', 'x-mcp-header'),
    };
  }),
  schemaRule('secret-parameter', 'warning', (schema, { property }) => {
    if (property === undefined || !isRecord(schema)) return undefined;
    const words = wordsIn(property);
    if (!/(?:password|passphrase|api_?key|secret|access_?token|auth_?token)/i.test(property) || words.length > 3)
      return undefined;
    return {
      message: l10n.t('"{0}" asks a model for a secret, which then stands in conversations and logs.', property),
      remedy: l10n.t('Take it from the environment, or ask the user by elicitation with a URL.'),
    };
  }),
  schemaRule('default-invalid', 'warning', (schema, { property }) => {
    if (property === undefined || !isRecord(schema) || !('default' in schema) || '$ref' in schema) return undefined;
    const { default: value, ...rest } = schema;
    if (new SchemaChecker(rest).check(value).violations.length === 0) return undefined;
    return {
      message: l10n.t('The default of "{0}" does not fit its own schema.', property),
      remedy: l10n.t('Correct the default.'),
    };
  }),
];
