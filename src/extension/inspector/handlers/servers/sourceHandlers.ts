import path from 'node:path';
import type { Handlers } from '../../../../contract/rpc/contract.ts';
import type { SourceLink, sourceHostMethods } from '../../../../contract/source.ts';
import { printedIn } from '../../../../core/servers/serverLog.ts';
import { goToSource, openPosition } from '../../../source/goToSource.ts';
import type { SourceLinks } from '../../../source/sourceLinks.ts';

const maxLength = 64 * 1024;

/** A page names a text of a server, never a path: what it means is found again here. */
export function sourceHandlers(sources: SourceLinks): Handlers<typeof sourceHostMethods> {
  return {
    'source/show': ({ server, kind, name }) => goToSource(sources, server, kind, name),
    'source/links': ({ server, text }) => linksIn(sources, server, text),
    'source/open': async ({ server, text }) => {
      const [position] = sources.positionsIn(server, (printedIn(text)?.text ?? text).slice(0, maxLength));
      if (position) await openPosition(position);
    },
  };
}

export function linksIn(sources: SourceLinks, server: string, text: string): readonly SourceLink[] {
  return sources.positionsIn(server, text.slice(0, maxLength)).map(({ path: file, line, offset, length }) => ({
    label: `${path.basename(file)}:${line}`,
    offset,
    length,
  }));
}
