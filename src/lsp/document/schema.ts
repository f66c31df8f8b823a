import type { JsonObject } from '../../base/json.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import type { ConfigKind } from '../../core/config/model/model.ts';
import { type ClientKeys, aboutSse, clientKeys, keyDescriptions } from './clientKeys.ts';
import type { ConfigText } from './configText.ts';
import type { Environment } from '../environment/environment.ts';

/** The files of media/schemas, each for the kind whose keys it knows; a test keeps them equal to what is made here. */
export const schemaFiles: Readonly<Record<string, ConfigKind>> = {
  'mcp-user.schema.json': 'user',
  'mcp-project.schema.json': 'mcpJson',
  'mcp-cursor.schema.json': 'cursor',
  'mcp-claude-desktop.schema.json': 'claudeDesktop',
  'mcp-windsurf.schema.json': 'windsurf',
  'mcp-copilot-cli.schema.json': 'copilotCli',
  'mcp-kimi.schema.json': 'kimi',
};

/** Does a schema, ours or VS Code's own, propose and check this file in the editor? */
export function hasEditorSchema(document: ConfigText, around: Environment): boolean {
  if (!around.covers.has('json-schema') || !document.isJson) return false;
  const { kind, file } = document;
  if (kind === 'mcpJson') return /(?:^|[\\/])\.mcp\.json$/.test(file);
  return kind === 'vscode' || kind === 'codeWorkspace' || Object.values(schemaFiles).includes(kind);
}

/**
 * Types, words and descriptions. Keys that are not known are left to the language
 * server, which knows the client they belong to and the alternative.
 */
export function schemaOf(kind: ConfigKind): JsonObject {
  const keys = clientKeys[kind];
  const { roots, inputs, comments } = configFormats[kind];
  const home = String(roots[0]?.[0]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `MCP servers of ${keys.client}`,
    ...(comments && { allowComments: true, allowTrailingCommas: true }),
    type: 'object',
    properties: {
      [home]: {
        type: 'object',
        description: 'Servers by name.',
        additionalProperties: { $ref: '#/definitions/server' },
      },
      ...(inputs && { inputs: inputSchema }),
    },
    definitions: { server: serverSchema(keys, kind) },
  };
}

function serverSchema(keys: ClientKeys, kind: ConfigKind): JsonObject {
  const names = [...new Set([...keys.stdio, ...keys.remote])];
  return {
    type: 'object',
    properties: Object.fromEntries(names.flatMap((name) => keySchema(name, keys, kind))),
    defaultSnippets: snippets(keys, kind),
  };
}

function keySchema(name: string, { types }: ClientKeys, kind: ConfigKind): readonly (readonly [string, JsonObject])[] {
  const known = keyDescriptions[name];
  if (!known) return [];
  const words = name === 'type' && types.length > 0 ? { enum: types, ...describedTypes(types) } : known.schema;
  // Only VS Code takes a number, or null to remove a variable.
  const own = name === 'env' && kind !== 'user' ? { type: 'object', additionalProperties: { type: 'string' } } : words;
  return [[name, { description: known.about(), ...own }]];
}

/** What VS Code shows beside each word that it proposes. */
function describedTypes(types: readonly string[]): JsonObject {
  return types.includes('sse') ? { enumDescriptions: types.map((type) => (type === 'sse' ? aboutSse() : '')) } : {};
}

function snippets({ stdio, remote, types }: ClientKeys, kind: ConfigKind): readonly JsonObject[] {
  const typed = (type: string): JsonObject => (types.includes(type) && kind !== 'cursor' ? { type } : {});
  const local = kind === 'copilotCli' ? { type: 'local' } : typed('stdio');
  const tools = stdio.includes('tools') ? { tools: ['*'] } : {};
  return [
    { label: 'Command (stdio)', body: { ...local, command: '${1:npx}', args: ['-y', '${2:package}'], ...tools } },
    ...(remote.length > 0
      ? [
          {
            label: 'HTTP',
            body: { ...typed('http'), [configFormats[kind].urlKey]: '${1:https://example.com/mcp}', ...tools },
          },
        ]
      : []),
  ];
}

const inputSchema: JsonObject = {
  type: 'array',
  description: 'Input variables that the user is prompted for; referenced as ${input:id}.',
  items: {
    type: 'object',
    required: ['id', 'type'],
    properties: {
      id: { type: 'string', description: 'Name used in ${input:id}.' },
      type: { enum: ['promptString', 'pickString', 'command'], description: 'Type of the input.' },
      description: { type: 'string', description: 'Prompt shown to the user.' },
      default: { type: 'string', description: 'Default value.' },
      password: { type: 'boolean', description: 'Whether the value is hidden while typing and stored as a secret.' },
      options: {
        type: 'array',
        description: 'Options to pick from.',
        items: {
          anyOf: [
            { type: 'string' },
            {
              type: 'object',
              properties: { label: { type: 'string' }, value: { type: 'string' } },
              required: ['value'],
            },
          ],
        },
      },
      command: { type: 'string', description: 'Command that returns the value.' },
      args: { description: 'Arguments of the command.' },
    },
  },
};
