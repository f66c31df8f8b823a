import { isRecord } from '../../../base/json.ts';
import { serverInfoKey } from '../../wire/protocolVersions.ts';

/** Whether the SDK's schemas would pass this result unchanged. They are slow, so common results are recognized here. */
export function isPlainToolResult(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { content, structuredContent, isError, _meta: meta, ...more } = result;
  return (
    Array.isArray(content) &&
    content.every(isPlainText) &&
    (structuredContent === undefined || isRecord(structuredContent)) &&
    (isError === undefined || typeof isError === 'boolean') &&
    (meta === undefined || isForeignMeta(meta)) &&
    Object.keys(more).length === 0
  );
}

function isPlainText(block: unknown): boolean {
  return (
    isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string' && Object.keys(block).length === 2
  );
}

/** Keys of the protocol itself have schemas of their own; a modern server names itself in each result. */
function isForeignMeta(meta: unknown): boolean {
  if (!isRecord(meta)) return false;
  return Object.entries(meta).every(([key, value]) =>
    key === serverInfoKey ? isPlainIdentity(value) : key.includes('/') && !key.includes('modelcontextprotocol'),
  );
}

function isPlainIdentity(identity: unknown): boolean {
  if (!isRecord(identity)) return false;
  const { name, version, title, ...more } = identity;
  const areTexts = typeof name === 'string' && typeof version === 'string' && typeof (title ?? '') === 'string';
  return areTexts && title !== null && Object.keys(more).length === 0;
}
