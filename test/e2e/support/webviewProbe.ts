import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { distDir } from '../../../scripts/lib/paths.mjs';

/** What blocked the page, and where in our bundle it came from. */
export interface Violation {
  readonly directive: string;
  /** The script's address. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

interface Probe {
  readonly violations: Violation[];
  api?: { postMessage(message: unknown): void };
}

type Acquire = () => { postMessage(message: unknown): void };

type ProbedWindow = typeof globalThis & { acquireVsCodeApi: Acquire; __probe?: Probe };

/**
 * Runs in every frame before its scripts. A webview's document is written after its window is made, which drops all
 * listeners; the moment when VS Code sets `acquireVsCodeApi` is the first one inside the final document.
 */
export function installProbe(): void {
  const window = globalThis as ProbedWindow;
  let wrapped: Acquire | undefined;
  const probe: Probe = { violations: [] };
  const wrap = (acquire: Acquire) => () => (probe.api ??= acquire());
  Object.defineProperty(window, 'acquireVsCodeApi', {
    configurable: true,
    get: () => wrapped,
    set: (acquire: Acquire) => {
      wrapped = wrap(acquire);
      window.__probe = probe;
      document.addEventListener('securitypolicyviolation', (event) => {
        probe.violations.push({
          directive: event.effectiveDirective,
          source: event.sourceFile,
          line: event.lineNumber,
          column: event.columnNumber,
        });
      });
    },
  });
}

export function violationsIn(frame: Frame): Promise<readonly Violation[]> {
  return frame.evaluate(() => (globalThis as ProbedWindow).__probe?.violations ?? []);
}

/** Sends a message to the extension that our own page never would. */
export function postToHost(frame: Frame, message: unknown): Promise<void> {
  return frame.evaluate((posted) => {
    const api = (globalThis as ProbedWindow).__probe?.api;
    if (!api) throw new Error('this webview has not acquired its API');
    api.postMessage(posted);
  }, message);
}

/** The source file that a place in the built webview scripts came from. */
export function originOf({ source, line, column }: Violation): string {
  const script = /webview\/(?:chunks\/)?[\w.-]+\.js/.exec(source)?.[0];
  if (script === undefined) return `${source}:${line}:${column}`;
  const payload = JSON.parse(readFileSync(join(distDir, `${script}.map`), 'utf8')) as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
  return 'originalSource' in entry ? entry.originalSource : `${script}:${line}:${column}`;
}
