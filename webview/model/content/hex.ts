interface HexRow {
  readonly offset: string;
  readonly hex: string;
  readonly text: string;
}

/** Base64 as bytes; `undefined` where it is not base64. */
export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const text = atob(base64.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return undefined; // servers may send anything
  }
}

/** Sixteen bytes in a row where they fit, else eight or four. */
export function bytesThatFit(widthInCharacters: number): number {
  return [16, 8].find((bytes) => widthInCharacters >= 8 + 2 + bytes * 3 + 1 + bytes) ?? 4;
}

export function rowCount(bytes: Uint8Array, perRow: number): number {
  return Math.ceil(bytes.length / perRow);
}

/** One row at a time: only those in view are formatted. */
export function hexRow(bytes: Uint8Array, row: number, perRow: number): HexRow {
  const from = row * perRow;
  const part = [...bytes.subarray(from, from + perRow)];
  return {
    offset: from.toString(16).padStart(8, '0'),
    hex: part
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(' ')
      .padEnd(perRow * 3 - 1),
    text: part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join(''),
  };
}
