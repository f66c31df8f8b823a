import { l10n } from '../../../base/l10n.ts';
import { isRecord } from '../../../base/json.ts';
import type { JsonSchema, ToolAnnotations } from '../../mcpServer/tool.ts';
import { checkSchema } from './checkSchema.ts';
import type { FlawList } from './flawList.ts';
import type { DeclaredTool, ManifestPath } from './model.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the protocol allows in a tool's name. */
const namePattern = /^[A-Za-z0-9_.-]+$/;
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const maxTimeoutSeconds = 3600;

/** One entry of "tools"; `undefined` where it is hidden, or cannot be offered for a reason that is in `flaws`. */
export function readTool(
  tool: unknown,
  path: ManifestPath,
  methods: Fields,
  flaws: FlawList,
): DeclaredTool | undefined {
  if (!isRecord(tool))
    return refuse(flaws, path, l10n.t('A tool is an object with "name", "description" and "inputSchema".'));
  const name = tool['name'];
  if (typeof name !== 'string' || !namePattern.test(name)) {
    flaws.error('name', [...path, 'name'], l10n.t('A tool needs a "name" of letters, digits, "_", "-" and ".".'));
    return undefined;
  }
  if (isHidden(tool, path, flaws)) return undefined;
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (typeof method !== 'string' || method === '') {
    flaws.warn(
      'no-method',
      [...path, 'name'],
      l10n.t('The tool "{0}" is skipped: "implementation.methods" gives it no method.', name),
    );
    return undefined;
  }
  return readOffer(tool, name, method, path, flaws);
}

function refuse(flaws: FlawList, path: ManifestPath, message: string): undefined {
  flaws.error('tool', path, message);
}

/** Either spelling hides the tool. So does a value that is not a boolean: the author meant to restrict it. */
function isHidden(tool: Fields, path: ManifestPath, flaws: FlawList): boolean {
  let hidden = false;
  for (const key of ['mcpExpose', 'mcp_expose']) {
    const value = tool[key];
    if (value === undefined || value === true) continue;
    hidden = true;
    if (value !== false)
      flaws.error('tool', [...path, key], l10n.t('"{0}" must be true or false; until then the tool is hidden.', key));
  }
  return hidden;
}

function readOffer(
  tool: Fields,
  name: string,
  method: string,
  path: ManifestPath,
  flaws: FlawList,
): DeclaredTool | undefined {
  const { description, title } = tool;
  if (typeof description !== 'string')
    return refuse(flaws, [...path, 'description'], l10n.t('The tool "{0}" needs a "description": a string.', name));
  const inputSchema = readSchema(tool, 'inputSchema', name, path, flaws);
  if (!inputSchema) return undefined;
  const outputSchema =
    tool['outputSchema'] === undefined ? undefined : readSchema(tool, 'outputSchema', name, path, flaws);
  if (tool['outputSchema'] !== undefined && !outputSchema) return undefined;
  const annotations = readAnnotations(tool['annotations'], [...path, 'annotations'], flaws);
  const timeoutMs = readTimeout(tool['timeoutSeconds'], [...path, 'timeoutSeconds'], flaws);
  return {
    ...readQuestions(tool, path, flaws),
    name,
    method,
    description,
    inputSchema,
    path,
    ...(typeof title === 'string' && { title }),
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function readSchema(
  tool: Fields,
  key: string,
  name: string,
  at: ManifestPath,
  flaws: FlawList,
): JsonSchema | undefined {
  const schema = tool[key];
  const path = [...at, key];
  if (!isRecord(schema))
    return refuse(flaws, path, l10n.t('The tool "{0}" needs "{1}": a JSON Schema of type "object".', name, key));
  if (schema['type'] !== undefined && schema['type'] !== 'object') {
    flaws.error('schema', [...path, 'type'], l10n.t('"{0}" of the tool "{1}" must be of type "object".', key, name));
    return undefined;
  }
  const advertised = asAdvertised(schema);
  const found = checkSchema(advertised, path);
  for (const { path: place, message } of found)
    flaws.error('schema', place, l10n.t('"{0}" of the tool "{1}": {2}', key, name, message));
  return found.length > 0 ? undefined : advertised;
}

/**
 * Clients refuse a whole list for one schema without `"type": "object"`, and a `$id`
 * would let two manifests stand for each other in a validator that looks schemas up by it.
 */
function asAdvertised(schema: Record<string, unknown>): JsonSchema {
  if (schema['type'] === 'object' && !('$id' in schema)) return schema;
  const { $id: _, ...rest } = schema;
  return { type: 'object', ...rest };
}

function readAnnotations(value: unknown, path: ManifestPath, flaws: FlawList): ToolAnnotations | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) {
    flaws.warn('tool', path, l10n.t('"annotations" must be an object; it is ignored.'));
    return undefined;
  }
  const kept: { -readonly [K in keyof ToolAnnotations]: ToolAnnotations[K] } = {};
  for (const hint of hints) {
    const given = value[hint];
    if (typeof given === 'boolean') kept[hint] = given;
    else if (given !== undefined)
      flaws.warn('tool', [...path, hint], l10n.t('"{0}" must be true or false; it is ignored.', hint));
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** A wrong value asks once too often rather than never. */
function readQuestions(tool: Fields, path: ManifestPath, flaws: FlawList): Pick<DeclaredTool, 'confirm' | 'asks'> {
  const { confirm, asks } = tool;
  const isQuestion = typeof confirm === 'string' && confirm !== '';
  if (confirm !== undefined && typeof confirm !== 'boolean' && !isQuestion)
    flaws.warn('tool', [...path, 'confirm'], l10n.t('"confirm" must be a question, true or false; it counts as true.'));
  if (asks !== undefined && typeof asks !== 'boolean')
    flaws.warn('tool', [...path, 'asks'], l10n.t('"{0}" must be true or false; it is ignored.', 'asks'));
  const question = confirm === false || isQuestion ? confirm : '';
  return { ...(confirm !== undefined && { confirm: question }), ...(asks === true && { asks }) };
}

function readTimeout(value: unknown, path: ManifestPath, flaws: FlawList): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value > 0 && value <= maxTimeoutSeconds) return value * 1000;
  flaws.warn(
    'tool',
    path,
    l10n.t('"timeoutSeconds" must be a number above 0, up to {0}; it is ignored.', maxTimeoutSeconds),
  );
  return undefined;
}
