import type { StackPosition } from './stackLines.ts';

/** What a compiler says of a position. */
interface BuildError<Position> {
  readonly position: Position;
  readonly message: string;
}

const longest = 500;

/** The errors in the output of a build, one for each position that is not about a warning. */
export function buildErrors<Position extends StackPosition>(
  output: string,
  positions: readonly Position[],
): readonly BuildError<Position>[] {
  return positions.flatMap((position) => {
    const message = messageAt(output, position);
    return message === '' || /^(?:warning|note|help|info)\b/i.test(message) ? [] : [{ position, message }];
  });
}

/** Behind the position, or where nothing is there (rustc) in the line above. */
function messageAt(output: string, { offset, length }: StackPosition): string {
  const end = output.indexOf('\n', offset + length);
  const behind = output.slice(offset + length, end < 0 ? undefined : end).replace(/^[)\s:,–-]+/, '');
  const above = output.slice(0, offset).split('\n').at(-2) ?? '';
  return (behind.trim() === '' ? above : behind).trim().slice(0, longest);
}
