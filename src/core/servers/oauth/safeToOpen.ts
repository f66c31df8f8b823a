/** https, or http on this very machine: never another scheme, whatever the server's metadata says. */
export function isSafeToOpen(url: URL): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}
