/** Takes secrets out of what is about to be kept or shown. Answers with the same object when there are none. */
export interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
  /** Goes up when a secret is learned or forgotten: what was clean before may not be any more. */
  readonly version?: number;
}
