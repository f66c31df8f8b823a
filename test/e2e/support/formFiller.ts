export interface Filling {
  readonly value: Readonly<Record<string, unknown>>;
  /** The label to pick where a choice has a name of its own, by place. */
  readonly labels: Readonly<Record<string, string | readonly string[]>>;
}

type Control = HTMLElement & { value: string };
type Checkbox = HTMLElement & { checked: boolean };

/** Sent into the page as the text of this class: it must not use anything that is declared outside of it. */
export class FormFiller {
  readonly #filling: Filling;
  readonly #root = document.querySelector<HTMLElement>('[data-testid=tool-detail] [data-testid=form]')!;

  constructor(filling: Filling) {
    this.#filling = filling;
  }

  async fill(): Promise<void> {
    if (this.#fieldAt('')?.dataset['kind'] === 'union') await this.#fillUnion('');
    await this.#fillRecord('', this.#filling.value);
    await this.#pause();
  }

  /** Long enough for the page to render. */
  async #pause(times = 1): Promise<void> {
    for (let left = times; left > 0; left--) await new Promise((resolve) => void setTimeout(resolve, 1));
  }

  async #find<T>(look: () => T | undefined | null | false, tries: number): Promise<T | undefined> {
    for (let left = tries; left > 0; left--) {
      const found = look();
      if (found) return found;
      await this.#pause();
    }
    return undefined;
  }

  async #wait<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
    const found = await this.#find(look, 2_000);
    if (found === undefined) throw new Error(`Waited in vain for ${what}`);
    return found;
  }

  #fieldAt(place: string): HTMLElement | undefined {
    const fields = [...this.#root.querySelectorAll<HTMLElement>('[data-field]')];
    return fields.find((field) => field.dataset['field'] === place);
  }

  #ownerOf(place: string): HTMLElement {
    return this.#fieldAt(place) ?? this.#root;
  }

  /** The elements of a field that do not belong to a field inside it. */
  #own<T extends HTMLElement>(owner: HTMLElement, selector: string): T[] {
    return [...owner.querySelectorAll<T>(selector)].filter((element) => {
      const closest = element.closest('[data-field]');
      return closest === owner || (owner === this.#root && closest === null);
    });
  }

  #button(place: string, label: string): HTMLElement | undefined {
    const buttons = this.#own(this.#ownerOf(place), 'button.icon-button');
    return buttons.find((one) => one.textContent?.trim() === label);
  }

  #enter(control: Control, text: string): void {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  async #pickOption(dropdown: Control, label: string): Promise<void> {
    const option = await this.#wait(`the option ${label}`, () =>
      [...dropdown.querySelectorAll<Control>('vscode-option')].find((one) => one.textContent?.trim() === label),
    );
    dropdown.value = option.value;
    dropdown.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #labelsAt(place: string): readonly string[] {
    return [this.#filling.labels[place] ?? []].flat();
  }

  async #fillAt(place: string, inner: unknown): Promise<void> {
    const kind = this.#ownerOf(place).dataset['kind'];
    const empty = inner === null ? this.#button(place, 'null') : undefined;
    if (empty) return empty.click();
    if (kind === 'union') await this.#fillUnion(place);
    if (kind === 'choices') return this.#fillChoices(place, inner as readonly unknown[]);
    if (kind === 'choice') return this.#fillChoice(place, inner);
    if (Array.isArray(inner)) return this.#fillList(place, inner);
    if (typeof inner === 'object' && inner !== null)
      return this.#fillRecord(place, inner as Readonly<Record<string, unknown>>);
    if (typeof inner === 'boolean') return this.#fillFlag(place, inner);
    return this.#fillText(place, String(inner));
  }

  async #fillText(place: string, text: string): Promise<void> {
    const owner = this.#ownerOf(place);
    if (text === '') return this.#button(place, '""')!.click();
    const isLong = text.includes('\n');
    if (isLong && this.#own(owner, 'vscode-text-area').length === 0) this.#own(owner, 'button.quiet')[0]?.click();
    const selector = isLong ? 'vscode-text-area' : 'vscode-text-field:not(.property-name), vscode-text-area';
    const control = await this.#wait(
      `the text of ${place}`,
      () => this.#own<Control>(this.#ownerOf(place), selector)[0],
    );
    this.#enter(control, text);
  }

  /** The first click may only set the field, the second one then changes it. */
  async #fillFlag(place: string, on: boolean): Promise<void> {
    for (let clicks = 0; clicks < 2; clicks++) {
      const owner = this.#ownerOf(place);
      const box = this.#own<Checkbox>(owner, 'vscode-checkbox')[0]!;
      if (owner.dataset['mode'] === 'set' && box.checked === on) return;
      box.click();
      await this.#pause(2);
    }
  }

  async #fillRecord(place: string, record: Readonly<Record<string, unknown>>): Promise<void> {
    this.#button(place, 'Add')?.click();
    for (const [key, inner] of Object.entries(record)) {
      const at = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      await this.#pause(2);
      // Long forms are rendered in pieces, and conditions add fields later.
      if (!(await this.#find(() => this.#fieldAt(at), 150))) await this.#addProperty(place, key);
      await this.#wait(at, () => this.#fieldAt(at));
      await this.#fillAt(at, inner);
    }
  }

  async #addProperty(place: string, key: string): Promise<void> {
    (await this.#wait(`a way to add ${key}`, () => this.#button(place, 'Add Property'))).click();
    const added = await this.#wait('the new property', () => this.#fieldAt(`${place}/`));
    this.#enter(this.#own<Control>(added, '.property-name')[0]!, key);
  }

  async #fillList(place: string, list: readonly unknown[]): Promise<void> {
    if (list.length === 0) this.#button(place, '[ ]')?.click();
    for (const [index, inner] of list.entries()) {
      const at = `${place}/${index}`;
      if (!this.#fieldAt(at)) this.#button(place, 'Add Item')!.click();
      await this.#wait(at, () => this.#fieldAt(at));
      await this.#fillAt(at, inner);
    }
  }

  async #fillChoices(place: string, list: readonly unknown[]): Promise<void> {
    const labels = this.#labelsAt(place);
    for (const label of labels.length > 0 ? labels : list.map(String)) {
      const boxes = this.#own(this.#ownerOf(place), 'vscode-checkbox');
      boxes.find((one) => one.textContent?.trim() === label)!.click();
      await this.#pause();
    }
  }

  async #fillChoice(place: string, inner: unknown): Promise<void> {
    const owner = this.#ownerOf(place);
    if (this.#own(owner, '.constant').length > 0) return;
    const label = this.#labelsAt(place)[0] ?? (typeof inner === 'string' ? inner : JSON.stringify(inner));
    await this.#pickOption(this.#own<Control>(owner, 'vscode-dropdown')[0]!, label);
  }

  async #fillUnion(place: string): Promise<void> {
    for (const [level, label] of this.#labelsAt(place).entries()) {
      const dropdown = await this.#wait(
        `choice ${level + 1} of ${place}`,
        () => this.#own<Control>(this.#ownerOf(place), '.union > vscode-dropdown')[level],
      );
      await this.#pickOption(dropdown, label);
      await this.#pause(2);
    }
  }
}
