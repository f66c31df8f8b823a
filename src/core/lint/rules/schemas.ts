import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { type SchemaObject, names, typesOf } from '../../../base/schema/document/schema.ts';
import { SchemaDocument } from '../../../base/schema/document/schemaDocument.ts';
import { type LintRule, placesOf, schemaRule, toolRule } from '../model/rule.ts';
import { schemaDefect } from './schemaDefect.ts';

const unions = ['oneOf', 'anyOf', 'allOf', 'not', 'if'] as const;
const deepNesting = 5;

function isArraySchema(schema: SchemaObject): boolean {
  return typesOf(schema)?.includes('array') ?? false;
}

/** A `$ref` that leads back to a schema around it. */
function cycleIn(root: unknown): string | undefined {
  return referencesIn(root).find(({ path, target }) => `#${path}/`.startsWith(`${target}/`))?.target;
}

function referencesIn(root: unknown): readonly { readonly path: string; readonly target: string }[] {
  return placesOf(root).flatMap(({ schema, path }) => {
    const target = isRecord(schema) ? schema['$ref'] : undefined;
    return typeof target === 'string' ? [{ path, target }] : [];
  });
}

function isRemote(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target);
}

export const schemaRules: readonly LintRule[] = [
  toolRule('schema-missing', 'error', ({ inputSchema }) => {
    if (inputSchema !== undefined && inputSchema !== null) return undefined;
    return {
      message: l10n.t('The tool has no input schema, so clients send no arguments.'),
      remedy: l10n.t('Add "inputSchema", at least {0}.', '{"type":"object"}'),
    };
  }),
  toolRule('schema-root', 'error', ({ inputSchema }) => {
    if (inputSchema === undefined || inputSchema === null) return undefined;
    if (isRecord(inputSchema) && inputSchema['type'] === 'object') return undefined;
    return {
      path: '/inputSchema',
      message: l10n.t('MCP demands an input schema of the type "object".'),
      remedy: l10n.t('Put the value into a property of an object.'),
    };
  }),
  schemaRule('schema-invalid', 'error', (schema) => {
    const defect = isRecord(schema) ? schemaDefect(schema) : undefined;
    if (!defect) return undefined;
    return {
      message: l10n.t('{0} It is not valid JSON Schema: Copilot refuses every request that carries it.', defect),
      remedy: l10n.t('Correct the schema.'),
    };
  }),
  schemaRule('array-items', 'error', (schema) => {
    if (!isRecord(schema) || !isArraySchema(schema)) return undefined;
    if ('items' in schema || 'prefixItems' in schema || '$ref' in schema) return undefined;
    return {
      message: l10n.t('An array without "items": Copilot and OpenAI refuse every request that carries it.'),
      remedy: l10n.t('Add "items" with the schema of an element.'),
    };
  }),
  schemaRule('property-key', 'error', (_schema, { property }) => {
    if (property === undefined || /^[\w.-]{1,64}$/.test(property)) return undefined;
    return {
      message: l10n.t('Claude refuses the whole list of tools because of the parameter name "{0}".', property),
      remedy: l10n.t('Use 1 to 64 letters, digits, "_", "." or "-".'),
    };
  }),
  toolRule('root-union', 'error', ({ inputSchema }) => {
    const found = isRecord(inputSchema) && unions.find((keyword) => keyword in inputSchema);
    if (!found) return undefined;
    return {
      path: `/inputSchema/${found}`,
      message: l10n.t('"{0}" at the root of the schema: Claude refuses it, and Copilot removes it.', found),
      remedy: l10n.t('Make the alternatives one property with a union, or tools of their own.'),
    };
  }),
  schemaRule('required-unknown', 'warning', (schema) => {
    if (!isRecord(schema) || !isRecord(schema['properties'])) return undefined;
    const { properties } = schema;
    const missing = names(schema, 'required').find((name) => !Object.hasOwn(properties as object, name));
    if (missing === undefined || 'patternProperties' in schema || '$ref' in schema) return undefined;
    return {
      message: l10n.t('"{0}" is required, but no property has this name.', missing),
      remedy: l10n.t('Describe the property, or remove it from "required".'),
    };
  }),
  schemaRule('type-union', 'warning', (schema) => {
    if (!isRecord(schema) || !Array.isArray(schema['type'])) return undefined;
    return {
      message: l10n.t('A list of types: Gemini refuses it.'),
      remedy: l10n.t('Use one type, or "anyOf" with one schema for each type.'),
    };
  }),
  schemaRule('ref-remote', 'error', (schema) => {
    const target = isRecord(schema) ? schema['$ref'] : undefined;
    if (typeof target !== 'string' || !isRemote(target)) return undefined;
    return {
      message: l10n.t('A reference to another document, which clients must not fetch.'),
      remedy: l10n.t('Copy the schema into "$defs".'),
    };
  }),
  toolRule('ref-missing', 'error', ({ inputSchema }) => {
    const document = new SchemaDocument(inputSchema);
    const dead = referencesIn(inputSchema).find(
      ({ target }) => !isRemote(target) && !document.lookUp(target, document.resource),
    );
    if (!dead) return undefined;
    return {
      path: `/inputSchema${dead.path}`,
      message: l10n.t('The reference "{0}" leads nowhere.', dead.target),
      remedy: l10n.t('Add what it names to "$defs", or correct the reference.'),
    };
  }),
  toolRule('ref-cycle', 'warning', ({ inputSchema }) => {
    const target = cycleIn(inputSchema);
    if (target === undefined) return undefined;
    return {
      path: '/inputSchema',
      message: l10n.t('The schema contains itself ("{0}"): Gemini and OpenAI do not take it.', target),
      remedy: l10n.t('Write out the levels that are needed.'),
    };
  }),
  toolRule('depth-5', 'warning', ({ inputSchema }) => {
    const isDeep = ({ path }: { path: string }): boolean => path.split('/properties/').length - 1 > deepNesting;
    const place = placesOf(inputSchema).find(isDeep);
    if (!place) return undefined;
    return {
      path: `/inputSchema${place.path}`,
      message: l10n.t('Objects are nested more than {0} levels deep, where models make mistakes.', deepNesting),
      remedy: l10n.t('Flatten the arguments.'),
    };
  }),
  schemaRule('schema-boolean', 'warning', (schema, { property }) => {
    if (typeof schema !== 'boolean' || property === undefined) return undefined;
    return {
      message: l10n.t('"{0}" has a schema of just true or false, which clients read differently.', property),
      remedy: l10n.t('Write what is allowed.'),
    };
  }),
  schemaRule('schema-untyped', 'warning', (schema, { property }) => {
    if (property === undefined || !isRecord(schema)) return undefined;
    const says = ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties', 'items'];
    if (says.some((keyword) => keyword in schema)) return undefined;
    return {
      message: l10n.t('"{0}" has no type, so a model has to guess what to send.', property),
      remedy: l10n.t('Add "type".'),
    };
  }),
  schemaRule('items-tuple', 'warning', (schema) => {
    if (!isRecord(schema) || !Array.isArray(schema['items'])) return undefined;
    return {
      message: l10n.t('A list in "items" has no meaning in JSON Schema 2020-12, which MCP assumes.'),
      remedy: l10n.t('Use "prefixItems".'),
    };
  }),
  schemaRule('enum-large', 'warning', (schema) => {
    const values = isRecord(schema) && Array.isArray(schema['enum']) ? schema['enum'].length : 0;
    if (values <= 100) return undefined;
    return {
      message: l10n.t('{0} values to choose from, which every request carries.', values),
      remedy: l10n.t('Take a text and check it, or offer a tool that searches the values.'),
    };
  }),
];
