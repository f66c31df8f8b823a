import { isRecord } from '../../../src/base/json.ts';

/** Which columns the user wants, and how wide; without a choice those that fit. */
export interface ColumnChoice {
  readonly shown?: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export function isColumnChoice(value: unknown): value is ColumnChoice {
  if (!isRecord(value) || !isRecord(value['widths'])) return false;
  const { shown, widths } = value;
  const isShown = shown === undefined || (Array.isArray(shown) && shown.every((id) => typeof id === 'string'));
  return isShown && Object.values(widths).every((px) => typeof px === 'number' && px > 0);
}

/** `fitting` are those in view now. */
export function toggleColumn(choice: ColumnChoice, id: string, fitting: readonly string[]): ColumnChoice {
  const shown = choice.shown ?? fitting;
  return { ...choice, shown: shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id] };
}

export function withWidth(choice: ColumnChoice, id: string, px: number): ColumnChoice {
  return { ...choice, widths: { ...choice.widths, [id]: px } };
}
