import { createHash } from 'node:crypto';
import { l10n } from '../../../base/l10n.ts';
import { type ReportHead, type ReportRow, type ReportWriter, shownText } from './report.ts';

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{margin:1.5rem;max-width:80rem}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.25rem .75rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}
th{overflow-wrap:normal}tbody{border-top:1px solid light-dark(#ccc,#444)}.failed td{font-weight:bold;color:light-dark(#a1260d,#f48771)}
.failed .details td{font-weight:400;color:inherit}pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.5rem;background:light-dark(#f3f3f3,#252526)}
h1{font-size:1.4rem}h2{font-size:1rem;margin:.5rem 0 0}summary{cursor:pointer}#tools{margin:1rem 0}`;

/** The document is whole without it: it only filters. */
const script = `const rows=JSON.parse(document.getElementById('data').textContent);
const bodies=document.querySelectorAll('tbody'),words=document.getElementById('words'),failed=document.getElementById('failed');
const show=()=>rows.forEach((row,at)=>{bodies[at].hidden=(failed.checked&&!row.hasFailed)||!row.cells.join(' ').toLowerCase().includes(words.value.toLowerCase())});
words.oninput=failed.onchange=show;document.getElementById('tools').hidden=false;`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** One file that loads nothing and can be read without its script. */
export function htmlReport(head: ReportHead): ReportWriter {
  const rows: Pick<ReportRow, 'cells' | 'hasFailed'>[] = [];
  return {
    start: () => startOf(head),
    row: ({ cells, hasFailed, details }) => {
      rows.push({ cells: cells.map(shownText), hasFailed });
      return rowOf({ cells, hasFailed, details });
    },
    end: (note = '') =>
      `</table>\n${note === '' ? '' : `<p>${escape(note)}</p>\n`}<script type="application/json" id="data">${dataOf(rows)}</script>\n<script>${script}</script>\n</body>\n</html>\n`,
  };
}

function startOf({ title, about, columns }: ReportHead): string {
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;
  const heads = columns.map((name) => `<th scope="col">${escape(name)}</th>`).join('');
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<p>${escape(about)}</p>
<div id="tools" hidden><label>${escape(l10n.t('Filter'))} <input id="words" type="search"></label> <label><input id="failed" type="checkbox"> ${escape(l10n.t('Failures only'))}</label></div>
<table>
<thead><tr>${heads}</tr></thead>
`;
}

function rowOf({ cells, hasFailed, details }: ReportRow): string {
  const shown = cells.map((cell) => `<td>${escape(cell)}</td>`).join('');
  const parts = details.map(({ title, text }) => `<h2>${escape(title)}</h2><pre>${escape(text)}</pre>`).join('');
  const more = `<tr class="details"><td colspan="${cells.length}"><details><summary>${escape(l10n.t('Details'))}</summary>${parts}</details></td></tr>`;
  return `<tbody${hasFailed ? ' class="failed"' : ''}><tr>${shown}</tr>${parts === '' ? '' : more}</tbody>\n`;
}

function escape(text: string): string {
  return shownText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** No text can end the element. */
function dataOf(rows: readonly unknown[]): string {
  return JSON.stringify(rows).replaceAll('<', String.raw`\u003c`);
}
