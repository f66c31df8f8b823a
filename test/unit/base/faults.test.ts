import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import * as common from '../../../src/base/commonFaults.ts';
import { Fault, faultText } from '../../../src/base/fault.ts';
import * as call from '../../../src/base/faults/callFaults.ts';
import * as config from '../../../src/base/faults/configFaults.ts';
import * as limit from '../../../src/base/faults/limitFaults.ts';
import * as product from '../../../src/base/faults/productFaults.ts';
import * as server from '../../../src/base/faults/serverFaults.ts';
import * as store from '../../../src/base/faults/storeFaults.ts';
import * as trust from '../../../src/base/faults/trustFaults.ts';
import { useBundle } from '../../../src/base/l10n.ts';
import { type SourceFile, readJson, readSources } from '../../support/sources.ts';

const catalogue = readSources('src/base').filter(({ file }) => /commonFaults\.ts$|\/faults\//.test(file));
const faultFile = readSources('src/base').find(({ file }) => file === 'src/base/fault.ts') ?? { file: '', text: '' };
const chinese = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

afterEach(() => useBundle({}));

interface Construction {
  readonly code: string;
  readonly factory: string;
}

/** Each `new Fault('code', …)` of a file, with the function that it is in. */
function constructions({ file, text }: SourceFile): readonly Construction[] {
  const { program } = parseSync(file, text);
  const functions: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  const found: Construction[] = [];
  new Visitor({
    FunctionDeclaration: ({ id, start, end }) => void functions.push({ name: id?.name ?? '', start, end }),
    NewExpression: ({ callee, arguments: [first], start }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'Fault') return;
      const around = functions.find((one) => one.start <= start && start < one.end);
      const code = first?.type === 'Literal' ? String(first.value) : 'not a literal';
      found.push({ code, factory: `${file} ${around?.name ?? 'outside a function'}` });
    },
  }).visit(program);
  return found;
}

/** The sentences that a factory chooses from: `why: keyof typeof xSentences`. */
function keysOfFactories(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    catalogue.flatMap(({ text }) =>
      [...text.matchAll(/export function (\w+)\(\s*\w+: keyof typeof (\w+)/g)].map(([, name = '', table = '']) => {
        const body = new RegExp(`const ${table} = \\{(.*?)\\n\\} as const;`, 's').exec(text)?.[1] ?? '';
        return [name, [...body.matchAll(/^ {2}(\w+): \(/gm)].map(([, key = '']) => key)] as const;
      }),
    ),
  );
}

type Factory = (...args: readonly unknown[]) => Fault;
const factories = {
  ...common,
  ...call,
  ...config,
  ...limit,
  ...product,
  ...server,
  ...store,
  ...trust,
} as unknown as Readonly<Record<string, Factory>>;

/** Arguments of the factories that do not choose from a table; `said` is what someone else said. */
const argumentsOf: Readonly<Record<string, (text: string) => readonly unknown[]>> = {
  timedOut: (text) => [text, 1500],
  noResponse: (text) => [text],
  unknownMethod: (text) => [text],
  badParams: (text) => ['calls/run', text],
  notInstalled: (text) => [text],
  queueFull: () => ['servers', 3],
  cannotListen: (text) => ['/run/x.sock', undefined, text],
  callHasSecret: (text) => [text, 'mcp-calls.json'],
  frameGone: () => [],
  variableUnresolved: (text) => ['it', text],
  notWritten: (text) => ['/work/mcp.json', new Error(text)],
  notRead: (text) => ['/work/mcp.json', new Error(text)],
  fileKeepsChanging: () => ['/work/mcp.json'],
  notUtf8: () => ['/work/mcp.json', 'UTF-16'],
  storeOfLaterVersion: () => ['/state/switchboard.db'],
  storeBroken: (text) => ['/state/switchboard.db', '/state/switchboard.db.broken', new Error(text)],
  storeUnavailable: (text) => ['/state/switchboard.db', new Error(text)],
  storeNotRead: (text) => ['/state/switchboard.db', new Error(text)],
  notReachable: (text) => [new Fault('server/connect-failed', text), 4_000],
  kimiUnavailable: (text) => [text],
  knowledgeInvalid: (text) => [text],
  shippedKnowledgeUnreadable: () => [],
  unknownPattern: (text) => [text],
  socketUnreachable: (text) => ['/run/x.sock', new Error(text)],
  socketUnsafe: (text) => ['/run/x.sock', text, 'Do it.'],
  serviceClosed: (text) => [new Error(text)],
  serviceNeverReached: (text) => [new Error(text)],
  unknownResource: (text) => [text],
  spawnFailed: (text) => ['npx', undefined, { text }],
  buildFailed: () => ['npm run build', '1', ''],
  serverEnded: () => [{ code: 1, signal: null }, true],
  serverNotRunning: () => [],
  tooManyRequests: () => ['7'],
  redirected: (text) => [302, text, undefined],
  cannotConnect: (text) => ['https://a.example', text],
  windowClosed: (text) => [[text]],
  gaveUp: (text) => [server.connectFailed('cannot', text, { hint: 'Do it.' }), 5],
  unknownTool: (text) => [text, 'Do it.'],
  toolNotSelected: (text) => [text, 'it'],
  noToolPage: (text) => [text],
  workspaceUntrusted: () => [],
  launchChanged: (text) => [text, []],
  forbiddenByPolicy: (text) => [text],
  toolQuarantined: (text) => ['changed', text],
  definitionChangedAgain: (text) => [text],
};

/** Every failure of the catalogue, as it is when `said` comes from outside. */
function everyFault(text: string): readonly Fault[] {
  const keys = keysOfFactories();
  return Object.entries(factories).flatMap(([name, make]) => {
    const choices = keys.get(name);
    if (choices) return choices.map((key) => make(key, text));
    const given = argumentsOf[name];
    assert.ok(given, `${name} is not tried here`);
    return [make(...given(text))];
  });
}

test('only the catalogue makes faults', () => {
  const outside = ['src', 'webview']
    .flatMap((folder) => readSources(folder))
    .filter(({ file, text }) => /\bnew Fault\(/.test(text) && file !== faultFile.file)
    .map(({ file }) => file);
  assert.deepEqual(outside.toSorted(), catalogue.map(({ file }) => file).toSorted());
});

test('each code is made by one factory, and none is unused', () => {
  const union = /export type FaultCode =(.*?);/s.exec(faultFile.text)?.[1] ?? '';
  const codes = [...union.matchAll(/'([^']+)'/g)].map(([, code = '']) => code);
  assert.ok(codes.length > 40);
  const made = Map.groupBy(catalogue.flatMap(constructions), ({ code }) => code);
  assert.deepEqual([...made.keys()].toSorted(), codes.toSorted());
  for (const [code, all] of made) {
    assert.equal(new Set(all.map(({ factory }) => factory)).size, 1, `${code}: ${JSON.stringify(all)}`);
  }
});

const doubled = /[.。!！?？:：]\s*[.。]|[.。]\s*[.。](?!\.)/;

for (const [language, bundle] of Object.entries({ English: {}, Chinese: chinese })) {
  test(`no fault doubles a full stop in ${language}`, () => {
    useBundle(bundle);
    const all = ['a word', 'A sentence.', '一句话。'].flatMap(everyFault);
    assert.ok(all.length > 300);
    for (const { code, text } of all) assert.doesNotMatch(text, doubled, code);
  });
}

test('a full stop is put between a sentence and its hint only where there is none', () => {
  const hint = 'Do it.';
  assert.equal(faultText({ message: 'It failed', hint }), 'It failed. Do it.');
  assert.equal(faultText({ message: 'It failed.', hint }), 'It failed. Do it.');
  assert.equal(faultText({ message: '失败', hint: '请重试。' }), '失败。请重试。');
  assert.equal(faultText({ message: '无法运行 npx', hint: '请重试。' }), '无法运行 npx。请重试。');
  assert.equal(faultText({ message: '失败。', hint: '请重试。' }), '失败。请重试。');
  assert.equal(faultText({ message: 'It failed' }), 'It failed');
});
