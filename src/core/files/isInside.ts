import path from 'node:path';

/** Also of the folder itself. A name may begin with two dots and lead nowhere else: `..tools`. */
export function isInside(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
