import { isRecord } from '../../../base/json.ts';
import { textOr } from '../../wire/messageBounds.ts';

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const allowedTypes = new Set(['string', 'integer', 'boolean']);
const namedParts = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions']);
const unreachable =
  `items prefixItems contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames
  patternProperties dependentSchemas oneOf anyOf allOf not if then else $defs definitions`.split(/\s+/);

/**
 * The problem with the `x-mcp-header` marks of a tool's schema, if any. Revision 2026-07-28
 * requires that such a tool is left out over HTTP: its parameters could not be mirrored into headers.
 */
export function headerParameterProblem(inputSchema: unknown): string | undefined {
  return visit(inputSchema, [], true, new Set());
}

/** The headers that a call carries beside its arguments, as the same revision wants them: by name, the encoded value. */
export function headerParameters(inputSchema: unknown, args: unknown): (readonly [string, string])[] {
  const properties = isRecord(inputSchema) && isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
  return Object.entries(properties).flatMap(([key, schema]) => {
    const value = isRecord(args) ? args[key] : undefined;
    const mark = isRecord(schema) ? schema['x-mcp-header'] : undefined;
    const text = typeof mark === 'string' ? plainText(value) : undefined;
    const own: (readonly [string, string])[] =
      text === undefined ? [] : [[`Mcp-Param-${textOr(mark, '')}`, headerValue(text)]];
    return own.concat(headerParameters(schema, value));
  });
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Text that is no plain header goes as base64; so does text that looks as if it were base64 already. */
export function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

function visit(node: unknown, path: readonly string[], reachable: boolean, seen: Set<string>): string | undefined {
  if (!isRecord(node)) return undefined;
  const problem = 'x-mcp-header' in node ? markProblem(node, path, reachable, seen) : undefined;
  if (problem) return `${path.join('.') || 'the schema'}: ${problem}`;
  const properties = isRecord(node['properties']) ? Object.entries(node['properties']) : [];
  for (const [key, child] of properties) {
    const found = visit(child, [...path, key], reachable, seen);
    if (found) return found;
  }
  return visitUnreachable(node, path, seen);
}

function visitUnreachable(
  node: Record<string, unknown>,
  path: readonly string[],
  seen: Set<string>,
): string | undefined {
  for (const keyword of unreachable) {
    const part = node[keyword];
    const branches = Array.isArray(part)
      ? part
      : namedParts.has(keyword) && isRecord(part)
        ? Object.values(part)
        : [part];
    for (const branch of branches) {
      const found = visit(branch, [...path, keyword], false, seen);
      if (found) return found;
    }
  }
  return undefined;
}

function markProblem(
  schema: Record<string, unknown>,
  path: readonly string[],
  reachable: boolean,
  seen: Set<string>,
): string | undefined {
  const mark = schema['x-mcp-header'];
  if (!reachable || path.length === 0) return 'x-mcp-header stands where no plain property is';
  if (typeof mark !== 'string' || !token.test(mark)) return 'x-mcp-header is not a valid header name';
  if (!allowedTypes.has(textOr(schema['type'], ''))) return 'x-mcp-header needs a string, integer or boolean';
  if (seen.has(mark.toLowerCase())) return `x-mcp-header "${mark}" is used twice`;
  seen.add(mark.toLowerCase());
  return undefined;
}
