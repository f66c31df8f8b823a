import { isRecord } from '../../../base/json.ts';

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

/** Keys of the protocol itself have schemas of their own. */
function isForeignMeta(meta: unknown): boolean {
  return isRecord(meta) && Object.keys(meta).every((key) => key.includes('/') && !key.includes('modelcontextprotocol'));
}
