import type { ServerEntry } from '../model/model.ts';
import type { EnvPair } from '../parse/parseEnv.ts';

/** A file of the workspace that decides what a launch runs, beside what is written in the entry. */
export interface DecidingFile {
  /** From the folder of the workspace, with forward slashes. */
  readonly file: string;
  readonly kind: 'code' | 'settings' | 'script' | 'copy';
  /** Of what counts in it. */
  readonly hash: string;
  /** What a user should see of it, without secrets. */
  readonly lines: readonly string[];
}

/** The environment of a launch that is approved with it: read after Workspace Trust, without running anything. */
export interface LaunchContext {
  /** Where the program was found; another program under the same name is another launch. */
  readonly executable?: string;
  /** Variables decide which program runs, and they are resolved only at the start. */
  readonly programUnknown?: true;
  readonly deciding?: readonly DecidingFile[];
  /** The variables of `envFile` as they were read: these, not the file, reach the child. */
  readonly envFile?: readonly EnvPair[];
  /** Where `envFile` leads, if it is a link. */
  readonly envFileLink?: string;
  /** Why `envFile` could not be read; the launch then fails with this. */
  readonly envFileProblem?: string;
  /** The file that it names, where there is none. */
  readonly envFileMissing?: string;
}

/**
 * Proof that this very launch was approved. Only `trust/approvals.ts` grants one
 * (a test looks), and nothing can be expanded without it.
 */
export class LaunchApproval {
  readonly #entry: ServerEntry;
  readonly #context: LaunchContext;

  private constructor(entry: ServerEntry, context: LaunchContext) {
    this.#entry = entry;
    this.#context = context;
  }

  static grant(entry: ServerEntry, context: LaunchContext): LaunchApproval {
    return new LaunchApproval(entry, context);
  }

  get entry(): ServerEntry {
    return this.#entry;
  }

  get context(): LaunchContext {
    return this.#context;
  }
}
