/** A text in the language of the user; `{0}` stands for the first value. */
export type Localize = (text: string, ...values: (string | number)[]) => string;

/** For shells that have English only. */
export const english: Localize = (text, ...values) =>
  text.replaceAll(/\{(\d+)\}/g, (_, at: string) => String(values[Number(at)]));
