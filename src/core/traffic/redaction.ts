/** Takes secrets out of what is about to be kept or shown. Answers with the same object when there are none. */
export interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
}
