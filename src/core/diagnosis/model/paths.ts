import path from 'node:path';

/** Paths as the system writes them that the server runs on. */
export function pathsOf({ platform }: { readonly platform: string }): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

const ofWindows = /^[A-Za-z]:[\\/]|^\\\\/;

/** By the form of the paths themselves. */
function formOf(...texts: readonly string[]): path.PlatformPath {
  return texts.some((text) => ofWindows.test(text)) ? path.win32 : path;
}

/** Paths of either system, where no machine is at hand. */
export const anyPath = {
  join: (...parts: readonly string[]) => formOf(...parts).join(...parts),
  resolve: (...parts: readonly string[]) => formOf(...parts).resolve(...parts),
  relative: (from: string, to: string) => formOf(from, to).relative(from, to),
  dirname: (file: string) => formOf(file).dirname(file),
  basename: (file: string) => formOf(file).basename(file),
  extname: (file: string) => formOf(file).extname(file),
  isAbsolute: (file: string) => formOf(file).isAbsolute(file),
};
