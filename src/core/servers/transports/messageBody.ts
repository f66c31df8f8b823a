import { messageTooLarge } from '../../../base/commonFaults.ts';
import { protocolBroken } from '../../../base/faults/serverFaults.ts';
import { parseJson } from '../../../base/json.ts';
import type { MessageReader } from './messageReader.ts';

interface MessageBodyParts {
  readonly reader: MessageReader;
  readonly maxMessageBytes: number;
  received(bytes: number): void;
  /** Whether the body held a message. */
  hadMessage(): boolean;
  failed(error: unknown): void;
}

/** Reads a JSON body and delivers its messages when the SDK asks for it; what the SDK gets is an empty batch. */
export function messageBody(body: ReadableStream<Uint8Array>, parts: MessageBodyParts): ReadableStream<Uint8Array> {
  const source = body.getReader();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      const text = await readText(source, parts);
      controller.enqueue(new TextEncoder().encode(await deliver(text, parts)));
      controller.close();
    } catch (error) {
      parts.failed(error);
      await source.cancel(error).catch(() => {});
      throw error;
    } finally {
      parts.reader.dispose();
    }
  };
  return new ReadableStream({ pull, cancel: (reason) => source.cancel(reason) }, { highWaterMark: 0 });
}

async function readText(source: ReadableStreamDefaultReader<Uint8Array>, parts: MessageBodyParts): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await source.read(); !next.done; next = await source.read()) {
    parts.received(next.value.length);
    size += next.value.length;
    if (size > parts.maxMessageBytes) throw messageTooLarge('fromServer', parts.maxMessageBytes);
    pieces.push(next.value);
  }
  return Buffer.concat(pieces, size)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** A body that is no JSON is left to the SDK, which knows what to say of it. */
async function deliver(text: string, parts: MessageBodyParts): Promise<string> {
  parts.reader.push([text]);
  await parts.reader.idle();
  if (parts.hadMessage()) return '[]';
  if (parseJson(text).ok) throw protocolBroken('notMessage');
  return text;
}

/** The beginning of a body that is only read for its words; the rest of it is not wanted. */
export function clippedBody(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  const source = body.getReader();
  let left = most;
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.read();
      if (value) controller.enqueue(value.subarray(0, left));
      left -= value?.length ?? 0;
      if (!done && left > 0) return;
      controller.close();
      if (!done) await source.cancel().catch(() => {});
    },
    cancel: (reason) => source.cancel(reason),
  });
}
