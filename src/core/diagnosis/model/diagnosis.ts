/** A value in the entry of the server: `['args', 1]`. */
export type EntryPath = readonly (string | number)[];

export interface EntryChange {
  readonly path: EntryPath;
  /** `undefined` removes it. */
  readonly value: unknown;
  /** What of the text is the value as it was, with its variables expanded: it stays as the entry writes it. */
  readonly kept?: string;
  /** The value is what the entry writes here, whatever that is: it moves. */
  readonly from?: EntryPath;
}

/** A header that gets the input instead of a variable: `Bearer ${input:token}`. */
interface HeaderPlace {
  readonly name: string;
  readonly scheme?: string;
}

/** What can be done for the user, after it was shown. Nothing is done by itself. */
export type Cure =
  | { readonly kind: 'edit'; readonly changes: readonly EntryChange[] }
  /** Declares an input that is kept in secret storage, and uses it for the variable. */
  | {
      readonly kind: 'addInput';
      readonly variable: string;
      readonly header?: HeaderPlace;
      /** What the input takes the place of, wherever the entry writes it: `${env:TOKEN}`. */
      readonly reference?: string;
      /** The input that is declared already. */
      readonly declared?: string;
      readonly also?: readonly EntryChange[];
    }
  /** Only the user knows the value; with it this is a change of the entry. */
  | {
      readonly kind: 'ask';
      readonly what: 'text' | 'file' | 'folder';
      readonly path: EntryPath;
      /** What stands there now, to start from. */
      readonly now?: string;
      /** Of the value, before what the user gives: `--port=`. */
      readonly prefix?: string;
      /** Made with it. */
      readonly also?: readonly EntryChange[];
    }
  /** Shows the line of the server's own source. */
  | { readonly kind: 'open'; readonly file: string; readonly line: number }
  /** Runs in a terminal that the user sees. */
  | { readonly kind: 'terminal'; readonly command: readonly string[]; readonly cwd?: string }
  | { readonly kind: 'signIn' }
  /** For what passes by itself. */
  | { readonly kind: 'retry' }
  /** A page with what the entry may say. */
  | { readonly kind: 'browse'; readonly url: string }
  | { readonly kind: 'raiseTimeout'; readonly seconds: number };

export type AskCure = Extract<Cure, { kind: 'ask' }>;

export interface Remedy {
  /** One sentence, as advice. */
  readonly text: string;
  readonly cure?: Cure;
}

/** Where to change something: in the entry, or in the server's own source. */
export type Place =
  | { readonly kind: 'entry'; readonly path: EntryPath }
  | { readonly kind: 'source'; readonly file: string; readonly line: number };

export interface Diagnosis {
  /** The rule that made it: `package/unknown`. */
  readonly rule: string;
  /** One sentence with the names in it. */
  readonly cause: string;
  /** The line that proves it, as the server printed it. */
  readonly proof?: string;
  readonly place?: Place;
  /** The best one first. */
  readonly remedies: readonly Remedy[];
  readonly certainty: 'certain' | 'likely' | 'unknown';
}
