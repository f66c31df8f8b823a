// Writes webview/ui/components/icons.ts: the outlines of the few codicons that we show, so that no font is loaded.
import { readFileSync, writeFileSync } from 'node:fs';

const names = `
  add arrow-down arrow-left arrow-right arrow-swap arrow-up check chevron-down chevron-right circle-large
  circle-slash clear-all close collapse-all copy debug-alt-small debug-pause debug-restart debug-start debug-stop error
  expand-all eye open-in-window info json loading pass play question search shield comment tools trash warning watch
  file library checklist pulse server save refresh bell diff markdown link-external edit history send export filter pin
  pinned reply zoom-in browser zoom-out screen-full debug-breakpoint ellipsis settings go-to-file list-flat list-tree graph remove
`
  .trim()
  .split(/\s+/);

const sprite = readFileSync(new URL('../node_modules/@vscode/codicons/dist/codicon.svg', import.meta.url), 'utf8');
const lines = names.map((name) => {
  // The sprite's outlines are a third of the size, but it lacks a few that only the sources have.
  const symbol = new RegExp(`<symbol[^>]* id="${name}"[^>]*>.*?</symbol>`).exec(sprite)?.[0] ?? source(name);
  if (!symbol.includes('viewBox="0 0 16 16"')) throw new Error(`${name} is not drawn on 16 by 16`);
  if (/<(?!\/?(path|g|svg|symbol))/.test(symbol)) throw new Error(`${name} is not made of paths alone`);
  // Overlapping paths must stay apart, and each has its own fill rule: "!" marks evenodd, "|" parts them.
  const paths = [...symbol.matchAll(/<path[^>]*>/g)].map(
    ([path]) => (path.includes('fill-rule="evenodd"') ? '!' : '') + rounded(/\sd="([^"]+)"/.exec(path)?.[1] ?? ''),
  );
  return `  '${name}': '${paths.join('|')}',`;
});

/** A hundredth of a pixel is enough for 16 of them. Numbers need no separator as long as each has its point. */
function rounded(path) {
  return path.replace(/-?\d*\.\d+(?:e-?\d+)?/g, (number, at) => {
    const short = String(Number(Number(number).toFixed(2))).replace(/^(-?)0\./, '$1.');
    const before = /[\d.]/.test(path[at - 1] ?? '') && !/^[-.]/.test(short) ? ' ' : '';
    const after = path[at + number.length] === '.' && !short.includes('.') ? ' ' : '';
    return before + short + after;
  });
}

function source(name) {
  return readFileSync(new URL(`../node_modules/@vscode/codicons/src/icons/${name}.svg`, import.meta.url), 'utf8');
}

writeFileSync(
  new URL('../webview/ui/components/icons.ts', import.meta.url),
  `// Written by scripts/icons.mjs from @vscode/codicons (CC BY 4.0, Microsoft).\nexport const icons = {\n${lines.join('\n')}\n} as const;\n\nexport type IconName = keyof typeof icons;\n`,
);
