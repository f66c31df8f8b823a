import { readFileSync } from 'node:fs';

/** Put in by the build; absent when the sources run as they are. */
declare const SWITCHBOARD_VERSION: string | undefined;

export function productVersion(): string {
  return typeof SWITCHBOARD_VERSION === 'string' ? SWITCHBOARD_VERSION : versionOfSources();
}

function versionOfSources(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
