/** A longer text is written in pieces. */
const pieceLength = 256 * 1024;
const mostParts = 4_096;

/** What `JSON.stringify` yields for a value made of JSON, in steps: a large value would block the event loop. */
export function* jsonInSteps(value: unknown): Generator<void, string> {
  const parts: string[] = [];
  const joined: string[] = [];
  for (const steps = write(value, parts); !steps.next().done; yield) {
    // Joining a million parts at the end would block, too.
    if (parts.length >= mostParts) joined.push(parts.splice(0).join(''));
  }
  return joined.join('') + parts.join('');
}

function* write(value: unknown, parts: string[]): Generator<void, void> {
  if (typeof value === 'string') yield* writeText(value, parts);
  else if (Array.isArray(value)) yield* writeList(value, parts);
  else if (typeof value === 'object' && value !== null) yield* writeObject(value, parts);
  else parts.push(JSON.stringify(value) ?? 'null');
}

function* writeText(text: string, parts: string[]): Generator<void, void> {
  if (text.length <= pieceLength) return void parts.push(JSON.stringify(text));
  parts.push('"');
  for (let from = 0; from < text.length;) {
    const end = from + pieceLength;
    const code = text.charCodeAt(end);
    const cut = code >= 0xdc_00 && code <= 0xdf_ff ? end - 1 : end; // half of a pair would be escaped
    parts.push(JSON.stringify(text.slice(from, cut)).slice(1, -1));
    from = cut;
    yield;
  }
  parts.push('"');
}

function* writeList(list: readonly unknown[], parts: string[]): Generator<void, void> {
  parts.push('[');
  for (let at = 0; at < list.length; at++) {
    if (at > 0) parts.push(',');
    yield* write(list[at], parts);
    yield;
  }
  parts.push(']');
}

function* writeObject(object: object, parts: string[]): Generator<void, void> {
  let before = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    parts.push(`${before}${JSON.stringify(key)}:`);
    before = ',';
    yield* write(value, parts);
    yield;
  }
  parts.push(before === '{' ? '{}' : '}');
}
