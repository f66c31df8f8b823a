import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import type { ConfigKind } from '../../../src/core/config/model/model.ts';
import {
  type VisibilityFacts,
  isRunByVscode,
  agentVisibilityOf,
} from '../../../src/core/gateway/exposure/agentVisibility.ts';

const facts: VisibilityFacts = {
  trusted: true,
  readsRootFile: false,
  discovers: new Set(),
  startsByHand: false,
  offered: 'no',
};

const files: Partial<Record<ConfigKind, string>> = { mcpJson: '/w/.mcp.json', vscode: '/w/.vscode/mcp.json' };

function entry(kind: ConfigKind, body: object = { command: 'x' }, file = files[kind] ?? `/w/${kind}`) {
  const root = kind === 'vscode' || kind === 'user' ? 'servers' : 'mcpServers';
  const wrapped: object =
    kind === 'codeWorkspace'
      ? { settings: { mcp: { servers: { it: body } } } }
      : kind === 'devcontainer'
        ? { customizations: { vscode: { mcp: { servers: { it: body } } } } }
        : { [root]: { it: body } };
  const parsed = parseConfig(JSON.stringify(wrapped), kind, file, { name: 'w', path: '/w' });
  return parsed.servers[0]!;
}

/** `local reason / agentHost reason`, with a plus for yes. */
function explain(subject: ReturnType<typeof entry>, more: Partial<VisibilityFacts> = {}): string {
  return agentVisibilityOf(subject, { ...facts, ...more })
    .map(({ seen, reason, losses }) => [`${seen ? '+' : '-'}${reason}`, ...losses].join(' '))
    .join(' / ');
}

test('visibility of each file is as VS Code and its Agent Host read it', () => {
  assert.equal(explain(entry('vscode')), '+read-by-vscode / +forwarded');
  assert.equal(explain(entry('user')), '+read-by-vscode / +forwarded');
  assert.equal(explain(entry('codeWorkspace')), '+read-by-vscode / -workspace-file');
  assert.equal(explain(entry('mcpJson')), '-root-file-off / +read-natively');
  assert.equal(explain(entry('mcpJson'), { readsRootFile: true }), '+read-by-vscode / +read-natively');
  assert.equal(explain(entry('mcpJson', undefined, '/w/mcp.json')), '-not-read / -not-forwarded');
  assert.equal(explain(entry('mcprc')), '-not-read / -not-forwarded');
  assert.equal(explain(entry('devcontainer')), '-container-only / -container-only');
  assert.equal(explain(entry('cursor')), '-discovery-off / -not-forwarded');
  assert.equal(
    explain(entry('cursor'), { discovers: new Set(['cursor-workspace']) }),
    '+read-by-vscode / -not-forwarded',
  );
  assert.equal(explain(entry('copilotCli')), '-discovery-off / +read-natively');
});

test('a server that needs an input does not reach the Agent Host', () => {
  for (const body of [{ command: 'x', env: { A: '${input:key}' } }, { command: '${command:pick}' }])
    assert.equal(explain(entry('vscode', body)), '+read-by-vscode / -needs-user-input');
  assert.equal(explain(entry('vscode', { command: 'x', env: { A: '${env:KEY}' } })), '+read-by-vscode / +forwarded');
});

test('what is lost on the way is named', () => {
  const local = { command: 'x', envFile: '.env', sandboxEnabled: true, dev: { watch: '**' } };
  assert.equal(explain(entry('vscode', local)), '+read-by-vscode / +forwarded envFile sandbox dev');
  const remote = { type: 'http', url: 'https://a.example/', oauth: { clientId: 'c' } };
  assert.equal(explain(entry('vscode', remote)), '+read-by-vscode / +forwarded oauth');
  const root = entry('mcpJson', { command: '${workspaceFolder}/x' });
  assert.equal(explain(root, { readsRootFile: true }), '+read-by-vscode ${workspaceFolder} / -unresolved');
  assert.equal(explain(entry('vscode'), { startsByHand: true }), '+read-by-vscode startedByHand / +forwarded');
});

test('only environment variables are filled in where an entry is forwarded as it is written', () => {
  const uses = (text: string): object => ({ command: 'x', env: { A: text } });
  for (const text of ['${env:KEY}', '${input:key}', '${workspaceFolder}/x', '${userHome}']) {
    assert.equal(explain(entry('user', uses(text))), '+read-by-vscode / -unresolved', text);
    assert.equal(explain(entry('mcpJson', uses(text))), '-root-file-off / -unresolved', text);
  }
  for (const text of ['${KEY}', '${KEY:-none}'])
    assert.equal(explain(entry('user', uses(text))), '+read-by-vscode / +forwarded', text);
});

test("the user's own files of other clients are forwarded if their discovery is on", () => {
  const own = { ...entry('claudeDesktop'), source: { kind: 'claudeDesktop', file: '/home/c.json' } as const };
  assert.equal(explain(own), '-discovery-off / -not-forwarded');
  assert.equal(explain(own, { discovers: new Set(['claude-desktop']) }), '+read-by-vscode / +forwarded');
});

test('a sign-in here does not count in the agent host, which needs the metadata of the server for its own', () => {
  const remote = entry('vscode', { type: 'http', url: 'https://a.example/' });
  assert.equal(explain(remote, { signsIn: 'says-where' }), '+read-by-vscode / +forwarded signsInAgain');
  assert.equal(explain(remote, { signsIn: 'does-not-say' }), '+read-by-vscode / -cannot-sign-in');
  const offered = { offered: 'yes', signsIn: 'does-not-say' } as const;
  assert.equal(explain(remote, offered), '+read-by-vscode / +through-switchboard');
});

test('neither speaks WebSocket', () => {
  assert.equal(explain(entry('vscode', { type: 'ws', url: 'wss://a.example/' })), '-websocket / -websocket');
});

test('policy and trust come first, and exposing a server overrides neither', () => {
  const offered = { offered: 'yes' } as const;
  assert.equal(explain(entry('vscode'), { ...offered, forbidden: 'no' }), '-policy / -policy');
  assert.equal(explain(entry('vscode'), { ...offered, trusted: false }), '-workspace-untrusted / -workspace-untrusted');
});

test('an exposed server becomes visible once it is approved', () => {
  assert.equal(explain(entry('mcprc'), { offered: 'yes' }), '+through-switchboard / +through-switchboard');
  assert.equal(explain(entry('mcprc'), { offered: 'pending' }), '-waits-for-approval / -waits-for-approval');
  assert.equal(explain(entry('codeWorkspace'), { offered: 'yes' }), '+read-by-vscode / +through-switchboard');
});

test('every reason has a remedy, except a policy and a container', () => {
  for (const kind of [
    'codeWorkspace',
    'mcpJson',
    'mcprc',
    'cursor',
    'claudeDesktop',
    'windsurf',
    'kimi',
    'plain',
  ] as const)
    for (const { seen, fixes } of agentVisibilityOf(entry(kind), facts)) assert.ok(seen || fixes.length > 0, kind);
});

test('a server that VS Code runs itself is known as such', () => {
  assert.equal(isRunByVscode(entry('vscode'), facts), true);
  assert.equal(isRunByVscode(entry('mcprc'), facts), false);
  assert.equal(isRunByVscode(entry('vscode'), { ...facts, trusted: false }), false);
});
