import path from 'node:path';
import type { JsonObject } from '../../base/json.ts';
import type { CheckFile } from '../../core/checks/model/checkFile.ts';
import { inlineServer } from '../../core/checks/read/inlineServer.ts';
import type { ParsedConfig } from '../../core/config/model/model.ts';

/** The name of a check file's server; one of the file itself has the path of the file for a name. */
export function inlineCheckServer(
  checkFile: CheckFile,
  cwd: string,
): { readonly name: string; readonly inline: readonly ParsedConfig[] } {
  const { server, file } = checkFile;
  const name = typeof server === 'string' ? server : path.relative(cwd, file).replaceAll(path.sep, '/');
  const parsed = inlineServer(checkFile, name, replay);
  return { name, inline: parsed ? [parsed] : [] };
}

/** A recording answers through our own command. */
function replay(recording: string): JsonObject {
  return { command: process.execPath, args: [process.argv[1] ?? '', 'replay', recording] };
}
