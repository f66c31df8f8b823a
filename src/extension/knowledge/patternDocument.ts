import type * as vscode from 'vscode';

/** Files that the knowledge base reads: right inside a folder `.tmkb`. */
export const patternFiles = '**/.tmkb/*.{yaml,yml}';

export function isPatternDocument({ uri }: vscode.TextDocument): boolean {
  return uri.scheme === 'file' && /(?:^|\/)\.tmkb\/[^./][^/]*\.ya?ml$/i.test(uri.path);
}
