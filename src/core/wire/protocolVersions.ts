import { isRecord } from '../../base/json.ts';

/** Revisions with a handshake; the first is offered to a client that asks for an unknown one. */
export const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Revisions of the stateless era that are served. */
const modernVersions = ['2026-07-28'] as const;

/** Keys of `_meta`. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const clientInfoKey = 'io.modelcontextprotocol/clientInfo';
/** In the `_meta` of results. */
export const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
export const logLevelKey = 'io.modelcontextprotocol/logLevel';

interface WithParams {
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Any message that names a protocol version in `_meta` speaks the modern era, rightly or wrongly. */
export function claimsModernEra(message: WithParams): boolean {
  const meta = message.params?.['_meta'];
  return isRecord(meta) && versionKey in meta;
}

/** Whether the version is supported: such a request commits the connection to the modern era. */
export function isValidEnvelope(message: WithParams): boolean {
  const meta = message.params?.['_meta'];
  if (!isRecord(meta) || !modernVersions.includes(meta[versionKey] as (typeof modernVersions)[number])) return false;
  return isRecord(meta[capabilitiesKey]) && isClientInfo(meta[clientInfoKey]);
}

function isClientInfo(value: unknown): boolean {
  return (
    value === undefined ||
    (isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string')
  );
}
