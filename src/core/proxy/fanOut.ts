import { messageOf } from '../../base/fault.ts';
import { LineReader } from '../process/lineReader.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import type { Redaction } from '../traffic/redaction.ts';
import type { WireDirection } from '../wire/wireMessage.ts';
import type { FrameCopies } from './tapProtocol.ts';

const maxLineBytes = 64 * 1024 * 1024;

/** Several receivers; one that fails must affect neither the others nor the traffic. */
export function fanOutFrames(all: readonly FrameCopies[], broken: (reason: string) => void): FrameCopies {
  const each = (copy: (copies: FrameCopies) => void): void => {
    for (const copies of all) {
      try {
        copy(copies);
      } catch (error) {
        broken(messageOf(error));
      }
    }
  };
  return {
    wire: (direction, text, http) => each((copies) => copies.wire(direction, text, http)),
    stderr: (text) => each((copies) => copies.stderr(text)),
    state: (text, http) => each((copies) => copies.state(text, http)),
    lost: (id, reason) => each((copies) => copies.lost(id, reason)),
  };
}

/** For a receiver that does not know the secrets of this process: the texts are redacted here, with what this process knows. */
export function redactedCopies(to: FrameCopies, redaction: Redaction): FrameCopies {
  const exchange = (http: HttpExchange | undefined): HttpExchange | undefined =>
    http && (redaction.value(http) as HttpExchange);
  return {
    wire: (direction, text, http) => to.wire(direction, redaction.text(text), exchange(http)),
    stderr: (text) => to.stderr(redaction.text(text)),
    state: (text, http) => to.state(redaction.text(text), exchange(http)),
    lost: (id, reason) => to.lost(id, redaction.text(reason)),
  };
}

/** Bytes of one direction, split into lines for the copy. The stream itself is unchanged. */
export function lineCopier(
  direction: WireDirection,
  copies: FrameCopies,
): { push(chunk: Buffer): void; flush(): void } {
  return new LineReader(
    maxLineBytes,
    (line) => {
      const text = line.toString('utf8').trim();
      if (text !== '') copies.wire(direction, text);
    },
    ({ bytes }) => copies.state(`a message of ${bytes} bytes passed, too long to be copied`),
  );
}
