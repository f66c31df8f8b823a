import { pathToFileURL } from 'node:url';
import type { DocumentLink } from 'vscode-languageserver-protocol';
import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import { type ConfigText, type PlacedServer, textItems, textMember } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import { looksLikeFile, placeOf, workingFolder } from '../rules/paths.ts';
import { runOf } from '../rules/runners.ts';
import type { Environment } from '../environment/environment.ts';
import { rangeOf } from '../document/toLsp.ts';

/** Files that are there, and the page of the package that is run. Web addresses are links already. */
export function documentLinks(document: ConfigText, around: Environment): DocumentLink[] {
  return document.servers.flatMap((server) => [
    ...fileLinks(server, document, around),
    ...packageLinks(server, document),
  ]);
}

function fileLinks(server: PlacedServer, document: ConfigText, around: Environment): readonly DocumentLink[] {
  const { entry, body } = server;
  if (entry.launch.kind !== 'stdio') return [];
  const base = workingFolder(entry, around);
  const envFile = textMember(body, 'envFile');
  const command = textMember(body, 'command');
  const words = [
    ...(command && /[\\/]/.test(command.text) ? [{ ...command, from: base }] : []),
    ...textItems(body, 'args')
      .filter(({ text }) => looksLikeFile(text))
      .map(({ node, text }) => ({ node, text, from: base })),
    ...(envFile ? [{ ...envFile, from: undefined }] : []),
  ];
  return words.flatMap(({ node, text, from }) => {
    const place = placeOf(text, entry, around, from);
    if (place === undefined || around.stat(place) !== 'file') return [];
    return [link(document, node, pathToFileURL(place).href, l10n.t('Open the file'))];
  });
}

/** Inside the quotes. */
function link(document: ConfigText, { offset, length }: JsonNode, target: string, tooltip: string): DocumentLink {
  return { range: rangeOf(document, { offset: offset + 1, length: length - 2 }), target, tooltip };
}

const npmName = /^(?:@[\w.-]+\/)?[\w.-]+(?=@|$)/;

function packageLinks(server: PlacedServer, document: ConfigText): readonly DocumentLink[] {
  const run = runOf(server);
  const word = run?.words.find(({ text }) => !text.startsWith('-'));
  const target = run && word && packagePage(run.program, word.text);
  return word && target !== undefined
    ? [link(document, word.node, target, l10n.t('Open the page of the package'))]
    : [];
}

function packagePage(program: string, word: string): string | undefined {
  const name = npmName.exec(word)?.[0];
  if (name === undefined || /^[.\\/]/.test(word)) return undefined;
  if (program === 'npx' || program === 'bunx') return `https://www.npmjs.com/package/${name}`;
  if (program === 'uvx' || program === 'pipx') return `https://pypi.org/project/${name.replace(/[=<>@[].*$/, '')}/`;
  return undefined;
}
