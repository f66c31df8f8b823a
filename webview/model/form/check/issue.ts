/** A problem of a value, at the pointer where the user can fix it. */
export interface Issue {
  /** JSON pointer into the value; for a missing property, where it would be. */
  readonly at: string;
  readonly keyword: string;
  readonly message: string;
}

export function issue(at: string, keyword: string, message: string): Issue {
  return { at, keyword, message };
}
