/** Redacts secrets before a value is stored or shown. Returns the same object if there are none. */
export interface Redaction {
  text(text: string): string;
  value(value: unknown): unknown;
  /** As `value`, in steps: for large values, which would block every server. */
  steps?(value: unknown): Generator<void, unknown>;
  /** Increases when a secret is added or removed: cached results may be outdated. */
  readonly version?: number;
}
