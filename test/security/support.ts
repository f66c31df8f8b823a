import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach } from 'node:test';
import type { Core } from '../../src/core/app/core.ts';
import { type KimiFixture, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { RugPullFixture } from '../integration/support/rugPullFixture.ts';
import { type Subject, open, stdio } from '../support/coreFixture.ts';
import type { FakePorts } from '../support/fakePorts.ts';
import { projectRoot } from '../support/sources.ts';

const folders: string[] = [];
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function atEnd(close: () => unknown): void {
  closing.push(close);
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-security-'));
  folders.push(folder);
  return folder;
}

export async function openKimi(): Promise<KimiFixture> {
  const kimi = await makeKimiFixture();
  atEnd(() => kimi.close());
  return kimi;
}

/** A window on a workspace with these servers; it is closed at the end of the test. */
export async function openWindow(servers: object | string, more: Parameters<typeof open>[1] = {}): Promise<Subject> {
  const subject = await open(typeof servers === 'string' ? servers : { servers }, more);
  atEnd(() => subject.core.dispose());
  return subject;
}

export async function openRugPull(...args: Parameters<typeof RugPullFixture.open>): Promise<RugPullFixture> {
  const fixture = await RugPullFixture.open(...args);
  atEnd(() => fixture.close());
  return fixture;
}

/** A server that would leave a file in its folder. */
export const touching = (file = 'touched'): object =>
  stdio('-e', `require('fs').writeFileSync(${JSON.stringify(file)}, '')`);

export const hasFile = ({ folder }: Pick<FakePorts, 'folder'>, file = 'touched'): boolean =>
  existsSync(path.join(folder, file));

export const badServer = (name: string): string => path.join(projectRoot, `test/fixtures/bad-servers/${name}.mjs`);

export async function approve({ core, ports }: { readonly core: Core; readonly ports: FakePorts }, id: string) {
  ports.answer = 'Approve';
  await core.approve(id);
  return ports.asked.at(-1)?.detail ?? '';
}

/** The dialog for a server, which is closed without an answer. */
export async function dialogOf(entry: object, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const { core, ports } = await openWindow({ it: entry });
  for (const [file, text] of Object.entries(files)) ports.edit(file, text);
  ports.answer = undefined;
  await core.approve('it');
  return ports.asked.at(-1)?.detail ?? '';
}

/** A tool call as an agent makes it, and the text that comes back. */
export function resultText(result: { readonly content?: unknown }): string {
  return (result.content as { readonly text?: string }[]).map(({ text = '' }) => text).join('');
}

interface CliEnd {
  readonly code: number | string;
  readonly output: string;
}

/** The command line as a process of its own, with nothing on its stdin. */
export function cli(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliEnd> {
  const state = { XDG_STATE_HOME: path.join(cwd, '.state'), PATH: process.env['PATH'], HOME: cwd };
  return new Promise((resolve) => {
    const main = path.join(projectRoot, 'src/cli/main.ts');
    const child = execFile(process.execPath, [main, ...args], { cwd, env: { ...state, ...env } }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    );
    child.stdin?.end();
  });
}
