import { Fault } from '../../base/fault.ts';
import { type NewServer, addServer, removeServer } from '../config/edit.ts';
import type { ConfigSource, ServerEntry } from '../config/model.ts';
import { freeName } from '../config/newServer.ts';
import { parseConfig } from '../config/parseConfig.ts';
import type { FilesPort } from '../ports/ports.ts';

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
    if (!edited.ok) throw new Fault('config/write-failed', edited.message);
    text = edited.text;
    names.push(name);
  }
  if (text !== undefined && names.length > 0) await files.write(source.file, text);
  return names;
}

export async function removeFromFile(files: FilesPort, { name, source }: ServerEntry): Promise<void> {
  const text = await files.read(source.file);
  if (text === undefined) throw new Fault('config/write-failed', `There is no file ${source.file}`);
  const edited = removeServer(text, source.kind, name);
  if (!edited.ok) throw new Fault('config/write-failed', edited.message);
  await files.write(source.file, edited.text);
}
