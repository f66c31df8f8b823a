import { CLIENT_INFO_META_KEY, type Server } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';

/** The name that an agent's client gives itself: a modern one in each request, a legacy one when it connects. */
export function agentName(server: Server | undefined, { _meta: meta }: Readonly<Record<string, unknown>>): string {
  const given = isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  const name = isRecord(given) ? given['name'] : server?.getClientVersion()?.name;
  return typeof name === 'string' ? name : '';
}
