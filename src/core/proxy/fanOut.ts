import { messageOf } from '../../base/fault.ts';
import { LineReader } from '../process/lineReader.ts';
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
