/** Redacts secrets before a value is stored or shown. Returns the same object if there are none. */
export interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
  /** Increases when a secret is added or removed: cached results may be outdated. */
  readonly version?: number;
}
