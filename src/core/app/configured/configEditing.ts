import { writeFailed } from '../../../base/faults/configFaults.ts';
import type { JsonObject } from '../../../base/json.ts';
import { type Edited, type NewServer, addServer, editServer, removeServer } from '../../config/edit/edit.ts';
import type { ConfigSource, ServerEntry } from '../../config/model/model.ts';
import { freeName } from '../../config/edit/newServer.ts';
import { parseConfig } from '../../config/parse/parseConfig.ts';
import type { FilesPort } from '../../ports/ports.ts';

/** Writes servers to a file, which may not exist yet; a name that is taken gets a number. Answers with the names. */
export async function addToFile(
  files: FilesPort,
  source: ConfigSource,
  servers: readonly NewServer[],
): Promise<readonly string[]> {
  let text = await files.read(source.file);
  const names: string[] = [];
  for (const server of servers) {
    const taken = parseConfig(text ?? '', source.kind, source.file).servers.map(({ name }) => name);
    const name = freeName(server.name, taken);
    const edited = addServer(text, source.kind, { ...server, name });
    if (!edited.ok) throw writeFailed('refused', edited.message);
    text = edited.text;
    names.push(name);
  }
  if (text !== undefined && names.length > 0) await files.write(source.file, text);
  return names;
}

export async function removeFromFile(files: FilesPort, { name, source }: ServerEntry): Promise<void> {
  await rewrite(files, source, (text) => removeServer(text, source.kind, name));
}

/** Gives an entry another body; comments and keys that stay keep their place. */
export async function changeInFile(files: FilesPort, { name, source }: ServerEntry, body: JsonObject): Promise<void> {
  await rewrite(files, source, (text) => editServer(text, source.kind, name, body));
}

async function rewrite(files: FilesPort, { file }: ConfigSource, edit: (text: string) => Edited): Promise<void> {
  const text = await files.read(file);
  if (text === undefined) throw writeFailed('noFile', file);
  const edited = edit(text);
  if (!edited.ok) throw writeFailed('refused', edited.message);
  await files.write(file, edited.text);
}
