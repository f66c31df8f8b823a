import { isRecord } from '../../base/json.ts';

/** Calls that go on after their request was answered; of the modern era. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** By the capabilities of a client, which it sends with each request, or of a modern server. */
export function knowsTasks({ extensions }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(extensions) && isRecord(extensions[tasksExtension]);
}
