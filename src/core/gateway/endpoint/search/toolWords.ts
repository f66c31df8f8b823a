import { isRecord } from '../../../../base/json.ts';
import { stem } from '../../../../base/stem.ts';
import type { ToolDefinition } from '../../../wire/definitions.ts';
import type { ExposedTool } from '../../exposure/exposedTools.ts';

/** Words in a name tell most, then those of the title, of the description, and of the parameters. */
const fieldWeights = [4, 3, 1, 0.5] as const;

/** Words with the field that each stands in, as one number: ten thousand tools have a quarter of a million of them. */
type Packed = Uint32Array;
export type Places = Uint16Array;

/** Beyond that all is cut anew: the texts of servers that are gone must not be kept for ever. */
const mostWords = 200_000;

/** The words of definitions. To cut ten thousand takes longer than all of a search, so each is cut once. */
export class ToolWords {
  /** By the word as it is written, which spares nearly all of them the stemmer. */
  readonly #written = new Map<string, number>();
  readonly #stems = new Map<string, number>();
  readonly #cut = new WeakMap<ToolDefinition, { readonly server: string; readonly words: Packed }>();

  get isFull(): boolean {
    return this.#written.size > mostWords;
  }

  has({ server, definition }: ExposedTool): boolean {
    return this.#cut.get(definition)?.server === server;
  }

  /** The number of each stem of a query; those that no tool has are left out. */
  numbersOf(query: string): readonly number[] {
    const stems = new Set(split(query).map((word) => stem(word.toLowerCase())));
    return [...stems].flatMap((one) => this.#stems.get(one) ?? []);
  }

  /** By the number of a stem its place among these, from 1. */
  placesOf(numbers: readonly number[]): Places {
    const places = new Uint16Array(this.#stems.size);
    for (const [at, number] of numbers.entries()) places[number] = at + 1;
    return places;
  }

  /** What each wanted word weighs in a tool, by its place. */
  weigh(tool: ExposedTool, places: Places, weights: Float64Array): void {
    weights.fill(0);
    for (const packed of this.wordsOf(tool)) {
      const place = places[packed >>> 2]!;
      if (place > 0) weights[place - 1]! += fieldWeights[packed & 3]!;
    }
  }

  wordsOf({ server, definition }: ExposedTool): Packed {
    const kept = this.#cut.get(definition);
    if (kept?.server === server) return kept.words;
    const words = this.#pack(server, definition);
    this.#cut.set(definition, { server, words });
    return words;
  }

  #pack(server: string, { name, title = '', description = '', inputSchema }: ToolDefinition): Packed {
    const fields = [`${server} ${name}`, title, description, parametersOf(inputSchema)];
    const packed: number[] = [];
    for (const [field, text] of fields.entries())
      for (const word of split(text)) packed.push(this.#numberOf(word) * 4 + field);
    return Uint32Array.from(packed);
  }

  #numberOf(word: string): number {
    const known = this.#written.get(word);
    if (known !== undefined) return known;
    const stemmed = stem(word.toLowerCase());
    const number = this.#stems.get(stemmed) ?? this.#stems.size;
    this.#stems.set(stemmed, number);
    this.#written.set(word, number);
    return number;
  }
}

function parametersOf(schema: unknown): string {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  let text = '';
  for (const [name, inner] of Object.entries(properties))
    text += ` ${name} ${isRecord(inner) && typeof inner['description'] === 'string' ? inner['description'] : ''}`;
  return text;
}

/** Also the parts of `camelCase` and `snake_case`. Other alphabets need the slower way. */
function split(text: string): readonly string[] {
  if (!/[\u0080-\uffff]/.test(text)) return text.match(/[A-Z]*[a-z0-9]+|[A-Z]+/g) ?? [];
  return text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? [];
}
