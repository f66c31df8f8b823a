import type { Frame } from 'playwright-core';

export interface Filling {
  readonly value: Readonly<Record<string, unknown>>;
  /** The words to pick where a choice has a name of its own, by place. */
  readonly labels: Readonly<Record<string, string | readonly string[]>>;
}

/** Fills the form on screen through its controls, field by field, without the JSON tab. */
export function fillForm(frame: Frame, filling: Filling): Promise<void> {
  return frame.evaluate(fillInPage, filling);
}

/** Sent into the page as text: it sees nothing from where it was written. */
async function fillInPage({ value, labels }: Filling): Promise<void> {
  type Control = HTMLElement & { value: string };
  const root = document.querySelector<HTMLElement>('[data-testid=tool-detail] [data-testid=form]')!;
  const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1));
  const wait = async <T>(what: string, look: () => T | undefined | null | false): Promise<T> => {
    for (let tries = 0; tries < 2_000; tries++) {
      const found = look();
      if (found) return found;
      await pause();
    }
    throw new Error(`Waited in vain for ${what}`);
  };
  const fieldAt = (place: string): HTMLElement | undefined =>
    [...root.querySelectorAll<HTMLElement>('[data-field]')].find((field) => field.dataset['field'] === place);
  const ownerOf = (place: string): HTMLElement => fieldAt(place) ?? root;
  const own = <T extends HTMLElement>(owner: HTMLElement, selector: string): T[] =>
    [...owner.querySelectorAll<T>(selector)].filter((element) => {
      const closest = element.closest('[data-field]');
      return closest === owner || (owner === root && closest === null);
    });
  const button = (owner: HTMLElement, words: string): HTMLElement | undefined =>
    own(owner, 'button.icon-button').find((one) => one.textContent?.trim() === words);
  const enter = (control: Control, text: string): void => {
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const pickOption = async (dropdown: Control, label: string): Promise<void> => {
    const option = await wait(`the option ${label}`, () =>
      [...dropdown.querySelectorAll<Control>('vscode-option')].find((one) => one.textContent?.trim() === label),
    );
    dropdown.value = option.value;
    dropdown.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
  const labelsAt = (place: string): readonly string[] => [labels[place] ?? []].flat();

  const fillText = async (place: string, text: string): Promise<void> => {
    const owner = ownerOf(place);
    if (text === '') return void button(owner, '""')!.click();
    if (text.includes('\n') && own(owner, 'vscode-text-area').length === 0) own(owner, 'button.quiet')[0]?.click();
    const selector = text.includes('\n')
      ? 'vscode-text-area'
      : 'vscode-text-field:not(.property-name), vscode-text-area';
    enter(await wait(`the text of ${place}`, () => own<Control>(ownerOf(place), selector)[0]), text);
  };
  const fillFlag = async (place: string, on: boolean): Promise<void> => {
    const box = (): HTMLElement & { checked: boolean } =>
      own<HTMLElement & { checked: boolean }>(ownerOf(place), 'vscode-checkbox')[0]!;
    for (let clicks = 0; clicks < 2; clicks++) {
      if (ownerOf(place).dataset['mode'] === 'set' && box().checked === on) return;
      box().click();
      await pause();
      await pause();
    }
  };
  const fillRecord = async (place: string, record: Readonly<Record<string, unknown>>): Promise<void> => {
    if (button(ownerOf(place), 'Add')) button(ownerOf(place), 'Add')!.click();
    for (const [key, inner] of Object.entries(record)) {
      const at = `${place}/${escaped(key)}`;
      await pause();
      await pause();
      if (!(await maybe(() => fieldAt(at)))) await addProperty(place, key);
      await wait(at, () => fieldAt(at));
      await fill(at, inner);
    }
  };
  /** Long forms come in pieces, and conditions bring fields a moment later. */
  const maybe = async <T>(look: () => T | undefined): Promise<T | undefined> => {
    for (let tries = 0; tries < 150; tries++) {
      const found = look();
      if (found) return found;
      await pause();
    }
    return undefined;
  };
  const addProperty = async (place: string, key: string): Promise<void> => {
    (await wait(`a way to add ${key}`, () => button(ownerOf(place), 'Add Property'))).click();
    const added = await wait(`the new property`, () => fieldAt(`${place}/`));
    enter(own<Control>(added, '.property-name')[0]!, key);
  };
  const fillList = async (place: string, list: readonly unknown[]): Promise<void> => {
    if (list.length === 0) return void button(ownerOf(place), '[ ]')?.click();
    for (const [index, inner] of list.entries()) {
      const at = `${place}/${index}`;
      if (!fieldAt(at)) button(ownerOf(place), 'Add Item')!.click();
      await wait(at, () => fieldAt(at));
      await fill(at, inner);
    }
  };
  const fillChoices = async (place: string, list: readonly unknown[]): Promise<void> => {
    const wanted = labelsAt(place).length > 0 ? labelsAt(place) : list.map(String);
    for (const label of wanted) {
      const box = own(ownerOf(place), 'vscode-checkbox').find((one) => one.textContent?.trim() === label)!;
      box.click();
      await pause();
    }
  };
  const fillUnion = async (place: string): Promise<void> => {
    for (const [level, label] of labelsAt(place).entries()) {
      const dropdown = await wait(
        `choice ${level + 1} of ${place}`,
        () => own<Control>(ownerOf(place), '.union > vscode-dropdown')[level],
      );
      await pickOption(dropdown, label);
      await pause();
      await pause();
    }
  };
  const fill = async (place: string, inner: unknown): Promise<void> => {
    const kind = ownerOf(place).dataset['kind'];
    if (inner === null && button(ownerOf(place), 'null')) return void button(ownerOf(place), 'null')!.click();
    if (kind === 'union') await fillUnion(place);
    if (kind === 'choices') return fillChoices(place, inner as readonly unknown[]);
    if (kind === 'choice') {
      if (own(ownerOf(place), '.constant').length > 0) return undefined;
      const label = labelsAt(place)[0] ?? (typeof inner === 'string' ? inner : JSON.stringify(inner));
      return pickOption(own<Control>(ownerOf(place), 'vscode-dropdown')[0]!, label);
    }
    if (Array.isArray(inner)) return fillList(place, inner);
    if (typeof inner === 'object' && inner !== null)
      return fillRecord(place, inner as Readonly<Record<string, unknown>>);
    if (typeof inner === 'boolean') return fillFlag(place, inner);
    return fillText(place, String(inner));
  };

  if (fieldAt('')?.dataset['kind'] === 'union') await fillUnion('');
  await fillRecord('', value);
  await pause();
}
