import path from 'node:path';
import type { JsonObject } from '../../../base/json.ts';
import type { InputDeclaration, ParsedConfig } from '../../config/model/model.ts';
import { parseConfig } from '../../config/parse/parseConfig.ts';
import type { CheckFile } from '../model/checkFile.ts';
import { fillObject } from './variables.ts';

/**
 * The server that a check file defines itself, as if a configuration file had it. It runs in the folder of the file.
 * The name must be one that no other server has, or the configuration would win over it. `replay` makes the entry by
 * which our own command answers from a recording.
 */
export function inlineServer(
  { server, file, serverSpan, variables, inputs }: CheckFile,
  name: string,
  replay: (recording: string) => JsonObject,
): ParsedConfig | undefined {
  if (typeof server === 'string') return undefined;
  const folder = path.dirname(file);
  // Texts only: what a value takes from the environment or an input is expanded after the approval, as in mcp.json.
  const { recording, ...entry } = fillObject(server, new Map(Object.entries(variables)));
  const own: JsonObject = entry['command'] === undefined ? entry : { cwd: folder, ...entry };
  const body = typeof recording === 'string' ? replay(path.resolve(folder, recording)) : own;
  // Below empty lines, so that its problems and links lead to its line in the check file.
  const text =
    '\n'.repeat(serverSpan.line) + JSON.stringify({ inputs: inputs.map(inputBody), servers: { [name]: body } });
  return parseConfig(text, 'plain', file, { name: path.basename(folder), path: folder });
}

function inputBody({ id, kind, description, password, options, default: value }: InputDeclaration): object {
  return { id, type: kind, description, password, options, default: value };
}
