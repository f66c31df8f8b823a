// The pages in a plain browser with the real core behind them: all that VS Code adds is the theme.
import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { signal } from '@preact/signals-core';
import { type Page, chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { distDir, repoRoot } from '../../scripts/lib/paths.mjs';
import { type TextBundle, useBundle } from '../../src/base/l10n.ts';
import type { Lifetime } from '../../src/base/lifetime.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Selection } from '../../src/contract/inspector.ts';
import type { TrafficSource } from '../../src/core/traffic/trafficSource.ts';
import type { Frame as Message, Port } from '../../src/contract/rpc/peer.ts';
import { PendingClientRequests } from '../../src/core/calls/pendingClientRequests.ts';
import { RootsStore } from '../../src/core/servers/rootsStore.ts';
import { type Subject, open } from '../support/coreFixture.ts';
import * as vscode from '../support/fakeVscode.ts';
import { useFakeVscode } from '../support/useFakeVscode.ts';
import { countLines } from './pageCoverage.ts';

useFakeVscode();
const { openSession } = await import('../../src/extension/inspector/session.ts');
const { writePage } = await import('../../src/extension/inspector/page.ts');
const { ConformanceRuns } = await import('../../src/extension/testing/conformanceRuns.ts');
const { KnowledgeController } = await import('../../src/extension/knowledge/knowledgeController.ts');

export type Language = 'en' | 'zh-cn';

const bundles: Readonly<Record<Language, TextBundle>> = {
  en: {},
  'zh-cn': JSON.parse(readFileSync(join(repoRoot, 'l10n/bundle.l10n.zh-cn.json'), 'utf8')) as TextBundle,
};
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

export type PageView = 'inspector' | 'traffic' | 'recording' | 'knowledge';

/** As the extension writes it. */
function html(view: PageView, language: Language): string {
  Object.assign(vscode.env, { language });
  Object.assign(vscode.l10n, { bundle: bundles[language] });
  const webview = { options: {}, html: '', cspSource: "'self'", asWebviewUri: String };
  writePage(webview as never, '' as never, view, 'editor');
  return webview.html;
}

async function serveFiles(language: Language): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const file = new URL(url, 'http://localhost').pathname;
    const type = types[extname(file)];
    response.setHeader('content-type', type ?? 'text/html');
    response.end(
      type === undefined ? html(file.slice(1) as PageView, language) : readFileSync(join(distDir, 'webview', file)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** What VS Code gives a page: a way to its host, and a place for its state. */
function installApi(): void {
  const window = globalThis as unknown as Record<string, unknown> & { toHost(message: unknown): void };
  let state: unknown;
  const api = {
    postMessage: (message: unknown) => window.toHost(message),
    getState: () => state,
    setState: (next: unknown) => (state = next),
  };
  window['acquireVsCodeApi'] = () => api;
  window['__probe'] = { violations: [], api };
}

async function portOf(page: Page): Promise<Port> {
  const listeners = new Set<(message: unknown) => void>();
  await page.exposeFunction('toHost', (message: unknown) => listeners.forEach((listen) => listen(message)));
  await page.addInitScript(installApi);
  const send = (frame: Message): void =>
    void page.evaluate((message) => window.postMessage(message), frame).catch(() => {}); // the page is closing
  return {
    send,
    listen: (receive) => {
      listeners.add(receive);
      return { dispose: () => void listeners.delete(receive) };
    },
  };
}

/** Nothing of VS Code is reached from the views of the walk. */
const nothing = new Proxy({}, { get: () => () => Promise.resolve(undefined) }) as never;

function sessionParts({ core, ports }: Subject, roots: RootsStore, pendingRequests: PendingClientRequests) {
  return {
    core,
    roots,
    selection: signal<Selection>({}),
    knowledge: new KnowledgeController(core.embedded.host, async () => {}, 'zh-cn'),
    conformance: new ConformanceRuns({ core, ports, commandLine: nothing }),
    sources: { placesOf: async () => [], positionsIn: () => [] } as never,
    traffic: { wanted: signal(undefined), takeWanted: () => undefined } as never,
    shell: { unseenByAgents: () => [] } as never,
    callShell: { cli: '' } as never,
    clientRequests: { pendingRequests, models: { list: async () => [] } as never, openExternal: async () => true },
    openFile: async () => {},
    isWideShown: signal(false),
    log: silentLog,
  };
}

export interface PageHost extends AsyncDisposable {
  readonly subject: Subject;
  /** What a page of a recording shows comes with it. */
  open(view: PageView, recording?: TrafficSource): Promise<Page>;
}

/** The pages in a language, over these servers. */
export async function openPages(config: object, language: Language): Promise<PageHost> {
  useBundle(bundles[language]);
  const pendingRequests = new PendingClientRequests();
  const subject = await open(config, {
    clientRequests: {
      elicit: (request, context) => pendingRequests.elicit(request, context),
      sample: (request, context) => pendingRequests.sample(request, context),
    },
  });
  const roots = new RootsStore({ store: subject.ports.store, scope: () => '', window: () => [] });
  const server = await serveFiles(language);
  const { executablePath, args, env } = await ensureBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as never });
  const parts = sessionParts(subject, roots, pendingRequests);
  const sessions: Lifetime[] = [];
  const counted: (() => Promise<void>)[] = [];
  return {
    subject,
    open: async (view, recording) => {
      const page = await browser.newPage({
        viewport: { width: 1100, height: 900 },
        bypassCSP: true, // VS Code puts its styles in before the policy
      });
      counted.push(await countLines(page));
      sessions.push(openSession({ ...parts, ...(recording && { recording }), port: await portOf(page) }));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${view}`);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      for (const write of counted) await write();
      for (const session of sessions) session.dispose();
      await browser.close();
      server.close();
      roots.dispose();
      await subject[Symbol.asyncDispose]();
      useBundle({});
    },
  };
}
