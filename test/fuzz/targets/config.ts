import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { ConfigKind } from '../../../src/core/config/model/model.ts';
import { configFormats } from '../../../src/core/config/model/formats.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { fromClipboard } from '../../../src/core/config/sources/fromClipboard.ts';
import { projectRoot } from '../../support/sources.ts';
import { type FuzzTarget, assertInside } from '../target.ts';

const folder = path.join(projectRoot, 'test/fixtures/config-corpus');
export const configTexts = ['good', 'bad'].flatMap((group) =>
  readdirSync(path.join(folder, group))
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(folder, group, name), 'utf8')),
);
const kinds = Object.keys(configFormats) as ConfigKind[];

/** The first line is the kind of file. */
export const config: FuzzTarget = {
  name: 'config',
  promise: 'nothing throws, and every place is inside of the text',
  make: (dice) => `${dice.pick(kinds)}\n${dice.pick(configTexts)}`,
  run: (input) => {
    const [first = '', ...rest] = input.split('\n');
    const text = rest.join('\n');
    const kind = kinds.find((each) => each === first) ?? 'vscode';
    const { servers, inputs, problems } = parseConfig(text, kind, '/ws/file.json');
    for (const { span, code } of problems) assertInside(text, span, code);
    for (const { span, id } of inputs) assertInside(text, span, id);
    for (const { spans } of servers) for (const [name, span] of Object.entries(spans)) assertInside(text, span, name);
    fromClipboard(text);
  },
};
