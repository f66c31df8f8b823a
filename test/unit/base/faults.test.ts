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
const factories = { ...common, ...call, ...config, ...limit, ...product, ...server, ...trust } as unknown as Readonly<
  Record<string, Factory>
>;

/** Arguments of the factories that do not choose from a table; `said` is what someone else said. */
const argumentsOf: Readonly<Record<string, (said: string) => readonly unknown[]>> = {
  timedOut: (said) => [said, 1500],
  noResponse: (said) => [said],
  unknownMethod: (said) => [said],
  badParams: (said) => ['calls/run', said],
  notInstalled: (said) => [said],
  queueFull: () => ['servers', 3],
  cannotListen: (said) => ['/run/x.sock', undefined, said],
  callHasSecret: (said) => [said, 'mcp-calls.json'],
  frameGone: () => [],
  variableUnresolved: (said) => ['it', said],
  notWritten: (said) => ['/work/mcp.json', new Error(said)],
  fileKeepsChanging: () => ['/work/mcp.json'],
  notUtf8: () => ['/work/mcp.json', 'UTF-16'],
  notReachable: (said) => [new Fault('server/connect-failed', said), 4_000],
  kimiUnavailable: (said) => [said],
  knowledgeInvalid: (said) => [said],
  shippedKnowledgeUnreadable: () => [],
  unknownPattern: (said) => [said],
  socketUnreachable: (said) => ['/run/x.sock', new Error(said)],
  socketUnsafe: (said) => ['/run/x.sock', said, 'Do it.'],
  serviceClosed: (said) => [new Error(said)],
  serviceNeverReached: (said) => [new Error(said)],
  unknownResource: (said) => [said],
  spawnFailed: (said) => ['npx', undefined, { said }],
  serverEnded: () => [{ code: 1, signal: null }, true],
  serverNotRunning: () => [],
  tooManyRequests: () => ['7'],
  cannotConnect: (said) => ['https://a.example', said],
  windowClosed: (said) => [[said]],
  gaveUp: (said) => [server.connectFailed('cannot', said, { hint: 'Do it.' }), 5],
  unknownTool: (said) => [said, 'Do it.'],
  toolNotSelected: (said) => [said, 'it'],
  noToolPage: (said) => [said],
  workspaceUntrusted: () => [],
  launchChanged: (said) => [said, []],
  forbiddenByPolicy: (said) => [said],
  toolQuarantined: (said) => [said],
  toolChangedAgain: (said) => [said],
};

/** Every failure of the catalogue, as it is when `said` comes from outside. */
function everyFault(said: string): readonly Fault[] {
  const keys = keysOfFactories();
  return Object.entries(factories).flatMap(([name, make]) => {
    const choices = keys.get(name);
    if (choices) return choices.map((key) => make(key, said));
    const given = argumentsOf[name];
    assert.ok(given, `${name} is not tried here`);
    return [make(...given(said))];
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
