import type { Dice } from './dice.ts';

const characters = [...'{}[]",:\\/*\'$-.0123456789eE \t\r\n\0abu\u00e9\u2028\ufeff\u{1F600}'];
const pieces = [
  'null', 'true', '-0', '1e999', '00', '9007199254740993', '""', '[]', '{}', '"\\ud800"', '"__proto__"', '"constructor"', '"$ref": "#"',
  '//', '/*', '*/', '${input:x}', '${', '\r\n', ',,', '[[[[[[[[[[', '}}', '"\\u0000"', '"id":01,', '"id":"\t",', '\\', '\\u',
]; // prettier-ignore

type Change = (text: string, dice: Dice) => string;

const changes: readonly Change[] = [
  (text, dice) => cut(text, dice, dice.below(8), ''),
  (text, dice) => cut(text, dice, 1, dice.pick(characters)),
  (text, dice) => cut(text, dice, 0, dice.pick(characters)),
  (text, dice) => cut(text, dice, 0, dice.pick(pieces)),
  (text, dice) => cut(text, dice, 0, part(text, dice)),
  (text, dice) => cut(text, dice, dice.below(text.length + 1), ''),
  (text, dice) => cut(text, dice, 0, part(text, dice).repeat(1 + dice.below(30))),
  (text, dice) => replaceValue(text, dice),
  (text, dice) => replaceValue(text, dice),
];

/** A few changes anywhere. */
export function mutate(text: string, dice: Dice): string {
  let changed = text;
  for (let left = 1 + dice.below(3); left > 0; left--) changed = dice.pick(changes)(changed, dice);
  return changed.slice(0, 50_000);
}

function cut(text: string, dice: Dice, length: number, inserted: string): string {
  const at = dice.below(text.length + 1);
  return text.slice(0, at) + inserted + text.slice(at + length);
}

function part(text: string, dice: Dice): string {
  const at = dice.below(text.length);
  return text.slice(at, at + dice.below(40));
}

/** One string, number or word gets another value: most of such texts are still JSON. */
function replaceValue(text: string, dice: Dice): string {
  const values = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"|-?\d[\d.]*|true|false|null/g)];
  if (values.length === 0) return text;
  const { 0: value, index } = dice.pick(values);
  const other = dice.chance(50) ? dice.pick(values)[0] : dice.pick(pieces);
  return text.slice(0, index) + other + text.slice(index + value.length);
}
