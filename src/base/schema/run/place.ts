import { escapePointer } from '../document/pointer.ts';

/** A place in the value that is checked. Its pointer is written only where it is needed. */
export class Place {
  readonly #parent: Place | undefined;
  readonly #key: string | number;
  readonly #isName: boolean;
  #pointer: string | undefined;

  private constructor(parent: Place | undefined, key: string | number, isName: boolean) {
    this.#parent = parent;
    this.#key = key;
    this.#isName = isName;
  }

  static root(): Place {
    return new Place(undefined, '', false);
  }

  below(key: string | number): Place {
    return new Place(this, key, false);
  }

  /** The name of a property, which is a value too: that of `propertyNames`. */
  nameOf(key: string): Place {
    return new Place(this, key, true);
  }

  /** Of a name: where its property is. */
  get pointer(): string {
    this.#pointer ??= this.#parent ? below(this.#parent.pointer, this.#key) : '';
    return this.#pointer;
  }

  /** Tells a property from its name. */
  get id(): string {
    return this.#isName ? `name ${this.pointer}` : this.pointer;
  }
}

export function below(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'number' ? key : escapePointer(key)}`;
}
