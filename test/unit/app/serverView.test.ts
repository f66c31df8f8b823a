import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { signal } from '@preact/signals-core';
import { serverExited, spawnFailed } from '../../../src/base/faults/serverFaults.ts';
import { useBundle } from '../../../src/base/l10n.ts';
import { Countdown } from '../../../src/core/app/view/countdown.ts';
import { describeState, toServerView } from '../../../src/core/app/view/serverView.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
import type { ManagedServer, ServerState, SignedIn } from '../../../src/core/servers/model/server.ts';
import type { SignInStep } from '../../../src/contract/signIn.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { readJson } from '../../support/sources.ts';

failOnLeaks();

const chinese = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

afterEach(() => useBundle({}));

test('the state of a server is shown in English where the shell has no other language', () => {
  const waiting = { kind: 'waiting', attempt: 2, attempts: 8, retryAt: 0, fault: serverExited('closed') } as const;
  assert.equal(describeState({ kind: 'pending', reason: 'new' }), 'Needs your approval');
  assert.equal(describeState(waiting), 'Connection lost: The connection was closed (attempt 2 of 8 follows)');
});

test('the state of a server is shown in the language of the shell', () => {
  useBundle(chinese);
  assert.equal(describeState({ kind: 'pending', reason: 'new' }), '需要你的批准');
  assert.equal(describeState({ kind: 'disconnected', reason: 'disabled' }), '已在配置中禁用');
});

/** As the tree shows a server in this state, ten seconds after it began. */
function viewOf(
  state: ServerState,
  printed?: string,
  transport = 'stdio',
  stray?: string,
  grant?: SignedIn,
  signInSteps: readonly SignInStep[] = [],
): ReturnType<typeof toServerView> {
  const list = signal([]);
  const statistics = signal({ calls: 0, latencyMs: {} });
  const parts = { id: 'moon', label: 'moon', source: 'x', transport, tools: list, problems: list, listedTools: list };
  const signs = { signedIn: signal(grant), signInSteps };
  const server = { ...parts, ...signs, state: signal(state), statistics } as unknown as ManagedServer;
  const countdown = new Countdown(signal([]), { now: () => 10_000, monotonicMs: () => 10_000 });
  const redactor = new Redactor();
  redactor.learn('hunter2hunter2');
  const lastOutput = (since: number): string | undefined => (since === 0 ? printed : undefined);
  const view = toServerView(server, redactor, countdown, () => ({ lastOutput, firstStrayText: () => stray }));
  countdown.dispose();
  return view;
}

test('a server that takes long says how long, and what it printed last', () => {
  const connecting = { kind: 'connecting', since: 0 } as const;
  assert.equal(viewOf(connecting, 'Downloading chromium').stateText, 'Connecting, 10 s: Downloading chromium');
  assert.equal(viewOf(connecting).stateText, 'Connecting, 10 s: no output and no response yet');
  assert.equal(viewOf(connecting, undefined, 'http').stateText, 'Connecting, 10 s: the server has not responded yet');
  assert.equal(viewOf({ kind: 'connecting', since: 9_000 }).stateText, 'Connecting', 'a quick one says no more');
});

test('a server whose start waits for the user in the browser says so, not that the server is silent', () => {
  const state = { kind: 'connecting', since: 5_000 } as const;
  const page = { kind: 'page', at: 6_000, verdict: 'ok' } as const;
  const stateText = (...steps: SignInStep[]): string =>
    viewOf(state, undefined, 'http', undefined, undefined, steps).stateText;
  assert.equal(stateText(page), 'Waiting for the sign-in in the browser, 5 s');
  assert.match(stateText(page, { ...page, kind: 'callback' }), /^Connecting, 5 s: the server/, 'it has returned');
  assert.match(stateText({ ...page, at: 4_000 }), /^Connecting, 5 s: the server/, 'of an earlier start');
});

test('a server that prints text to stdout is told so at once, with the first line', () => {
  const view = viewOf({ kind: 'connecting', since: 9_000 }, 'later', 'stdio', 'Welcome, hunter2hunter2');
  assert.match(view.stateText, /^Connecting, 1 s: prints text to stdout, not MCP: Welcome, /);
  assert.doesNotMatch(view.stateText, /hunter2/);
});

test('a failed server shows its cause and the line that proves it, without secrets', () => {
  const proof = 'Error: MOON_KEY is missing, not hunter2hunter2';
  const cause = 'The server needs the environment variable MOON_KEY, which is not set.';
  const diagnosis = { rule: 'r', cause, proof, remedies: [], certainty: 'certain' } as const;
  const fault = new DiagnosedFault(serverExited('closed'), [diagnosis]);
  const view = viewOf({ kind: 'error', fault, stderrTail: '' });
  assert.deepEqual([view.stateText, view.cause], [cause, cause]);
  assert.match(view.proof ?? '', /MOON_KEY is missing/);
  assert.doesNotMatch(JSON.stringify(view), /hunter2/);
});

test('a program that is not found is told in the same words in the tree and on the page', () => {
  const cause = 'The program "moon" was not found.';
  const diagnosis = { rule: 'program/not-found', cause, remedies: [], certainty: 'certain' } as const;
  const fault = new DiagnosedFault(spawnFailed('moon', undefined, 'notFound'), [diagnosis]);
  const view = viewOf({ kind: 'error', fault, stderrTail: '' });
  assert.equal(view.stateText, 'Cannot run moon: command not found');
  assert.deepEqual([view.stateText, view.cause], [view.fault?.message, undefined]);
});

test('a connected server says until when the user is signed in, and whether that ends by itself', () => {
  const info = {
    era: 'modern',
    protocolVersion: '2026-07-28',
    name: 'n',
    version: '1',
    capabilities: {},
    raw: {},
  } as const;
  const expiresAt = new Date(2026, 10, 17, 14, 5).getTime();
  const shown = (grant?: SignedIn): readonly unknown[] => {
    const { signedIn, signInEnds } = viewOf({ kind: 'connected', info, since: 0 }, undefined, 'http', undefined, grant);
    return [signedIn?.replace(/\d.*\d(?: [AP]M)?/, 'TIME'), signInEnds];
  };
  assert.deepEqual(shown(), [undefined, undefined]);
  assert.deepEqual(shown({ isRenewable: true }), ['Signed in', undefined]);
  assert.deepEqual(shown({ isRenewable: false, expiresAt }), ['Signed in until TIME', true]);
  assert.deepEqual(shown({ isRenewable: true, expiresAt }), [
    'Signed in until TIME, then renewed automatically',
    undefined,
  ]);
});
