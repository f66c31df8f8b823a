import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseJsonTree } from '../../../src/core/config/text/jsonTree.ts';
import { codeLenses } from '../../../src/lsp/features/codeLens.ts';
import { complete } from '../../../src/lsp/completion/complete.ts';
import type { Finding, Fix } from '../../../src/lsp/document/finding.ts';
import { findingsOf } from '../../../src/lsp/findings/findings.ts';
import { hoverAt } from '../../../src/lsp/features/hover.ts';
import { inlayHints } from '../../../src/lsp/features/inlayHints.ts';
import { prepareRename } from '../../../src/lsp/features/inputIds.ts';
import { documentLinks } from '../../../src/lsp/features/links.ts';
import { rangeOf } from '../../../src/lsp/document/toLsp.ts';
import { projectRoot } from '../../support/sources.ts';
import { updatesGolden } from '../../support/golden.ts';
import { apply, read, surroundings } from './support.ts';

/*
 * Each file is named after what it shows and the file it stands for: `name.kind.json`.
 * Beside it stands what is said about it. UPDATE_GOLDEN=1 writes that anew; read the difference before you keep it.
 */
const corpus = path.join(projectRoot, 'test/fixtures/config-corpus');
const places: Readonly<Record<string, string>> = {
  vscode: '/ws/.vscode/mcp.json',
  user: '/home/ada/.config/Code/User/mcp.json',
  'dot-mcp': '/ws/.mcp.json',
  mcp: '/ws/mcp.json',
  mcprc: '/ws/.mcprc',
  cursor: '/ws/.cursor/mcp.json',
  'claude-desktop': '/home/ada/.config/Claude/claude_desktop_config.json',
  windsurf: '/home/ada/.codeium/windsurf/mcp_config.json',
  'copilot-cli': '/home/ada/.copilot/mcp-config.json',
  kimi: '/home/ada/.kimi-code/mcp.json',
  workspace: '/ws/team.code-workspace',
  devcontainer: '/ws/.devcontainer/devcontainer.json',
};
const scene = {
  env: {
    GITHUB_TOKEN: 'ghp_0123456789abcdefghij0123456789abcdef',
    API_BASE: 'https://api.example.com',
    PROJECT_ID: 'p-1',
  },
  versions: { '@playwright/mcp': '0.0.83', 'chrome-devtools-mcp': '1.11.0' },
};

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly golden: string;
}

function cases(group: 'good' | 'bad'): readonly Case[] {
  const dir = path.join(corpus, group);
  return readdirSync(dir)
    .filter((name) => !name.endsWith('.txt'))
    .map((name) => {
      const kind = /\.([\w-]+)\.json$/.exec(name)?.[1] ?? '';
      const file = places[kind];
      if (file === undefined) throw new Error(`${name} stands for no known file`);
      return {
        name,
        file,
        text: readFileSync(path.join(dir, name), 'utf8'),
        golden: path.join(dir, name.replace(/json$/, 'txt')),
      };
    });
}

function report(document: ReturnType<typeof read>, findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => {
    const { line, column, endLine, endColumn } = document.config.lines.span(finding.at.offset, finding.at.length);
    const place = `${line + 1}:${column + 1}-${endLine === line ? '' : `${endLine + 1}:`}${endColumn + 1}`;
    const covered = finding.coveredBy === undefined ? '' : ` [${finding.coveredBy}]`;
    const head = `${place} ${finding.severity} ${finding.code}${covered}: ${finding.message.replaceAll('\n', ' / ')}`;
    return [head, ...(finding.fixes?.() ?? []).map((fix) => `    ${describe(fix)}`)];
  });
  return lines.length === 0 ? 'nothing to say\n' : `${lines.join('\n')}\n`;
}

function describe({ title, changes, preferred, file, command }: Fix): string {
  const texts = changes.map(({ text, length }) =>
    text === '' ? `(${length} characters removed)` : JSON.stringify(text),
  );
  const other = file ? [`${file.path} + ${JSON.stringify(file.append)}`] : command ? [command.id] : [];
  return `${preferred ? 'fix!' : 'fix '} ${title}: ${[...texts, ...other].join(' and ')}`;
}

/** As VS Code takes them: `mcp.json` is JSON with comments, the others are not. */
function languageOf(file: string): string {
  if (file.endsWith('.mcprc')) return 'plaintext';
  return /\/mcp\.json$|code-workspace$|devcontainer\.json$/.test(file) ? 'jsonc' : 'json';
}

const all = { good: cases('good'), bad: cases('bad') };

test('the corpus holds at least eighty files, of every kind', () => {
  const files = [...all.good, ...all.bad];
  assert.ok(files.length >= 80, `${files.length} files`);
  for (const group of [all.good, all.bad])
    assert.deepEqual(new Set(group.map(({ file }) => file)), new Set(Object.values(places)));
});

for (const [group, list] of Object.entries(all)) {
  for (const { name, file, text, golden } of list) {
    test(`${group}: ${name} has the expected findings`, (t) => {
      const document = read(file, text, languageOf(file));
      const findings = findingsOf(document, surroundings(scene));
      const output = report(document, findings);
      if (updatesGolden(t, golden, output)) return;
      assert.ok(existsSync(golden), `${golden} is missing`);
      assert.equal(output, readFileSync(golden, 'utf8'));
      const alarms = findings.filter(({ severity }) => severity !== 'hint');
      if (group === 'good')
        assert.deepEqual(
          alarms.map(({ code }) => code),
          [],
        );
      else assert.ok(alarms.length > 0, 'a bad file without an alarm');
    });
  }
}

test('a fix leaves a valid file, and the preferred one resolves its finding', () => {
  let tried = 0;
  for (const { name, file, text } of all.bad) {
    const document = read(file, text);
    const around = surroundings(scene);
    for (const finding of findingsOf(document, around)) {
      for (const fix of finding.fixes?.() ?? []) {
        if (fix.changes.length === 0) continue;
        tried++;
        const fixed = apply(text, fix.changes);
        const about = `${name}: ${finding.code}: ${fix.title}\n${fixed}`;
        if (!document.config.broken) assert.deepEqual(parseJsonTree(fixed).errors, [], about);
        if (!fix.preferred) continue;
        const count = (list: readonly Finding[]) =>
          list.filter(({ code, server }) => code === finding.code && server === finding.server).length;
        const after = findingsOf(read(file, fixed), around);
        assert.ok(count(after) < count(findingsOf(document, around)), about);
      }
    }
  }
  assert.ok(tried > 40, `${tried} fixes tried`);
});

test('at no place of any file does a feature throw, not even in half of it', () => {
  const around = surroundings(scene);
  let asked = 0;
  for (const { file, text } of [...all.good, ...all.bad]) {
    for (const half of [text, text.slice(0, text.length >> 1)]) {
      const document = read(file, half, languageOf(file));
      documentLinks(document, around);
      codeLenses(document, around);
      inlayHints(document, rangeOf(document, { offset: 0, length: half.length }), around);
      for (let offset = 0; offset <= half.length; offset += 5) {
        hoverAt(document, offset, around);
        prepareRename(document, offset);
        complete(document, offset, around, { snippets: true });
        asked++;
      }
    }
  }
  assert.ok(asked > 5000, `${asked} places`);
});
