import path from 'node:path';

/** Paths as the system writes them that the server runs on. */
export function pathsOf({ platform }: { readonly platform: string }): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}
