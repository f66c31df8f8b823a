import type { ResourcePart } from '../../../src/contract/browse.ts';

const endings: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/markdown': 'md',
  'application/json': 'json',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/gzip': 'gz',
};

/** The last segment of the URI with a matching extension: a suggestion for the save dialog. */
export function fileName({ uri, mimeType = '' }: ResourcePart): string {
  const last =
    uri
      .split(/[?#]/)[0]
      ?.split('/')
      .findLast((step) => /\w/.test(step)) ?? 'resource';
  const ending = endings[mimeType];
  return /\.\w{1,8}$/.test(last) || ending === undefined ? last : `${last}.${ending}`;
}
