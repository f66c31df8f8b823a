// The text of the approval dialog, for launches of any characters: all of it is there, visible, and in its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialogText } from '../../../src/base/text/dialogText.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import type { LaunchContext } from '../../../src/core/config/variables/launchApproval.ts';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { requestApproval } from '../../../src/core/trust/approval/requestApproval.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { FakeAsk, FakeWorkspace, entryOf, seeded } from '../config/support.ts';

failOnLeaks();

/** The one use of tags that a screen shows. */
const scotland = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
const pieces = [
  [
    'node',
    '--eval',
    'x y',
    '~/.ssh',
    'a',
    '7',
    '漢',
    'ä',
    'ب',
    'क',
    '👩',
    '🏴',
    scotland,
    '©',
    '∑',
    '${input:k}',
    '${HOME}',
    '$',
  ],
  ['\n', '\r', '\r\n', '\t', '\v', '\f', '\0', '\b', '\u001B[2J', '\u0085', '\u00A0', '\u2028', '\u2029', '\u3000'],
  ['\u200B', '\u200C', '\u200D', '\u200E', '\u202E', '\u2066', '\u2069', '\u00AD', '\uFEFF', '\u3164', '\uFFA0'],
  ['\uFE0E', '\uFE0F', '\uFE00', '\u{E0041}', '\u{E007F}', '\u{E0100}', '\u{E01EF}', '\u{E0001}', '\u180B', '\uD800'],
  [
    '\n\nProgram:\n    /usr/bin/safe',
    '\nArguments (0):',
    '\nWarning:',
    '"',
    '\\',
    '](command:x)',
    '[a](command:x)',
    '{0}',
    '•',
  ],
].flat();

type Next = () => number;
const pick = <T>(next: Next, from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
const textOf = (next: Next, least = 1): string =>
  Array.from({ length: least + Math.floor(next() * 5) }, () => pick(next, pieces)).join('');
const listOf = (next: Next): readonly string[] => Array.from({ length: Math.floor(next() * 4) }, () => textOf(next, 0));
const mapOf = (next: Next): Record<string, string> =>
  Object.fromEntries(Array.from({ length: Math.floor(next() * 3) }, () => [textOf(next), textOf(next)]));

/** As the real parser reads it, or nothing where it refuses: that is as good. */
function read(...parts: Parameters<typeof entryOf>): ServerEntry | undefined {
  try {
    return entryOf(...parts);
  } catch {
    return undefined;
  }
}

interface Shown {
  readonly title: string;
  readonly detail: string;
}

async function shown(entry: ServerEntry, context: LaunchContext, earlier?: ServerEntry): Promise<Shown> {
  const [store, workspace] = [new FakeStore(), new FakeWorkspace()];
  const approvals = new Approvals({ store, workspace, clock: systemClock, policy: () => ({ access: 'all' }) });
  if (earlier) await approvals.approve(earlier, {});
  const ask = new FakeAsk(undefined);
  await requestApproval(entry, context, approvals, ask);
  const question = ask.choices[0]!;
  return dialogText({ title: question.title, detail: question.detail ?? '' })!;
}

/** Written anew, not taken from the source: what Unicode says is not shown, or breaks or turns a line. */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/gu;
const blanks = /[^\S ]/gu;
/** What an emoji, a letter of a joining script or an ideograph needs is seen with it. */
const needed = new RegExp(
  [
    '(?<=[\\p{Extended_Pictographic}\\u{FE0F}])\\u{200D}(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\u{FE0E}\\u{FE0F}]',
    '(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}])[\\u{200C}\\u{200D}]',
    '(?<=\\p{Script=Han})[\\u{FE00}-\\u{FE02}\\u{E0100}-\\u{E01EF}]',
    '(?<=∑)\\u{FE00}',
    scotland,
  ].join('|'),
  'gu',
);

const codeName = (character: string): string =>
  `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/** As a line of the dialog may show it; what an emoji needs may be in it or be written out. */
const skeletonOf = (text: string): string =>
  text
    .replaceAll(/\[U\+[0-9A-F]{4,6}\]/g, '')
    .replaceAll(unseen, '')
    .replaceAll(blanks, '')
    .replaceAll('](', '] (');

function assertNothingHidden(text: string, about: string): void {
  const left = text.replaceAll('\n', '').replaceAll(needed, '').match(unseen);
  assert.equal(left?.map(codeName).join(' '), undefined, about);
}

const titles =
  /^(?:Changed|Warning|Command|Program|Arguments \(\d+\)|Working folder|Environment (?:variables|file)|Variables in that file|Files that decide what runs|URL \(\w+\)|Headers|OAuth \w+|Sign-in|Credentials|Variables resolved at start|Inputs|Configured in):$/;

function assertShape({ title, detail }: Shown, about: string): readonly string[] {
  assert.ok(!/[\n\r]/.test(title), about);
  const lines = detail.split('\n');
  for (const line of lines)
    assert.ok(line === '' || titles.test(line) || /^(?: {4}| {2}• )/.test(line), `${JSON.stringify(line)} of ${about}`);
  const heads = lines.filter((line) => titles.test(line));
  assert.equal(new Set(heads).size, heads.length, `a section is there twice: ${about}`);
  assert.ok(!/\]\(/.test(title + detail), about);
  return lines.map(skeletonOf);
}

test('every argument, name, program and file of a launch of any characters is on a line of its own, and nothing is hidden', async () => {
  const next = seeded(11);
  for (let round = 0; round < 1_500; round++) {
    const [command, args, env, cwd] = [textOf(next), listOf(next), mapOf(next), textOf(next)];
    const entry = read(
      { command, args, env, cwd },
      { inputs: [{ id: 'k', type: 'promptString', description: textOf(next) }] },
    );
    if (entry?.launch.kind !== 'stdio') continue;
    const context: LaunchContext = {
      executable: textOf(next),
      envFile: [[textOf(next), 'x']],
      deciding: [
        {
          file: textOf(next),
          kind: pick(next, ['code', 'settings', 'script', 'copy']),
          hash: 'x',
          lines: listOf(next),
        },
      ],
    };
    const about = JSON.stringify({ launch: entry.launch, context });
    const dialog = await shown(entry, context);
    assertNothingHidden(dialog.title + dialog.detail, about);
    const lines = assertShape(dialog, about);
    const { launch } = entry;
    const wanted = [
      launch.command,
      context.executable!,
      launch.cwd!,
      context.deciding![0]!.file,
      ...Object.keys(launch.env),
      context.envFile![0]![0],
    ];
    for (const text of wanted)
      assert.ok(lines.includes(skeletonOf(`    ${text}`)), `${JSON.stringify(text)} of ${about}`);
    for (const [at, arg] of launch.args.entries()) {
      const line = dialog.detail.split('\n').find((each) => each.startsWith(`    ${at + 1}. `)) ?? '';
      assert.ok(skeletonOf(line).includes(skeletonOf(arg)), `${JSON.stringify(arg)} of ${about}`);
      for (const hidden of arg.replaceAll(needed, '').match(unseen) ?? [])
        assert.ok(line.includes(codeName(hidden)), `${codeName(hidden)} of ${about}`);
    }
  }
});

test('every URL and header name of any characters is on a line of its own, and nothing is hidden', async () => {
  const next = seeded(12);
  for (let round = 0; round < 800; round++) {
    const headers = next() < 0.5 ? {} : { [`X${pick(next, ['-a', '_b', '!', '~', "'"])}`]: textOf(next) };
    const entry = read({ url: `https://x.example/${textOf(next)}`, headers, type: 'http' });
    if (!entry || entry.launch.kind === 'stdio') continue;
    const { url } = entry.launch;
    const dialog = await shown(entry, {});
    const about = JSON.stringify(entry.launch);
    assertNothingHidden(dialog.title + dialog.detail, about);
    const lines = assertShape(dialog, about);
    for (const text of [url, ...Object.keys(headers)]) assert.ok(lines.includes(skeletonOf(`    ${text}`)), about);
  }
});

test('what changed is told in lines of its own section, whatever its characters are', async () => {
  const next = seeded(13);
  for (let round = 0; round < 800; round++) {
    const [before, after] = [0, 1].map(() => read({ command: textOf(next), args: listOf(next), env: mapOf(next) }));
    if (!before || !after) continue;
    const dialog = await shown(after, {}, before);
    const about = JSON.stringify([before.launch, after.launch]);
    assertNothingHidden(dialog.title + dialog.detail, about);
    assertShape(dialog, about);
  }
});
