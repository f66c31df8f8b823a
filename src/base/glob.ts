/** Double stars for folders, single ones within a name, whatever the case: matched without a regular expression. */
export function matchesGlob(glob: string, path: string): boolean {
  return matchFrom(glob.toLowerCase().split('/'), path.toLowerCase().split('/'), 0, 0);
}

function matchFrom(glob: readonly string[], path: readonly string[], g: number, p: number): boolean {
  const segment = glob[g];
  if (segment === undefined) return p === path.length;
  if (segment === '**') {
    for (let next = p; next <= path.length; next++) if (matchFrom(glob, path, g + 1, next)) return true;
    return false;
  }
  const name = path[p];
  return name !== undefined && matchSegment(segment, name) && matchFrom(glob, path, g + 1, p + 1);
}

function matchSegment(segment: string, name: string): boolean {
  const parts = segment.split('*');
  if (parts.length === 1) return segment === name;
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
