import { type Edited, addInputs, removeAt } from '../../core/config/edit/edit.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { Member, ObjectNode } from '../../core/config/text/jsonTree.ts';
import type { JsonPath } from '../../core/config/model/model.ts';
import { insertMember, styleOf } from '../../core/config/text/textEdit.ts';
import type { ConfigText } from '../document/configText.ts';
import { type TextChange, differenceOf } from '../document/finding.ts';

/** Takes a key or an item out, with its comma and the comment behind it. */
export function removal({ text }: ConfigText, path: JsonPath): TextChange {
  return differenceOf(text, removeAt(text, path));
}

/** Puts a new key behind the others of an object. */
export function addition({ text }: ConfigText, node: ObjectNode, key: string, value: JsonValue): TextChange {
  return differenceOf(text, insertMember(text, node, key, value, styleOf(text)));
}

/** Declares an input; `undefined` where this client has none or the file is not whole. */
export function declaration({ text, kind, config }: ConfigText, input: JsonObject): TextChange | undefined {
  if (config.broken) return undefined;
  const edited: Edited = addInputs(text, kind, [input]);
  return edited.ok && edited.text !== text ? differenceOf(text, edited.text) : undefined;
}

export function keyName({ keyOffset, keyLength }: Member, name: string): TextChange {
  return { offset: keyOffset, length: keyLength, text: JSON.stringify(name) };
}

/** A word of a list that differs by little: one letter more, less, other or swapped. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const plain = simplify(word);
  const near = words.filter((other) => Math.abs(other.length - word.length) <= 2);
  const ranked = near.map((other) => ({ other, steps: distance(plain, simplify(other)) }));
  const best = ranked.toSorted((a, b) => a.steps - b.steps)[0];
  return best && best.steps <= (word.length > 4 ? 2 : 1) ? best.other : undefined;
}

function simplify(word: string): string {
  return word.toLowerCase().replaceAll(/[-_]/g, '').slice(0, 40);
}

function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + same));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}
