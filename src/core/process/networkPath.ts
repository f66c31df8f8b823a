const windows = process.platform === 'win32';

/** `\\host\share` or a device. Merely looking at it sends the user's credentials to that host. */
export function isNetworkPath(file: string, isWindows = windows): boolean {
  return isWindows && /^[\\/]{2}/.test(file);
}
