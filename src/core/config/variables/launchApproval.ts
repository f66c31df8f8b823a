import type { ServerEntry } from '../model/model.ts';
import type { EnvPair } from '../parse/parseEnv.ts';

/** The environment of a launch that is approved with it: read after Workspace Trust, without running anything. */
export interface LaunchContext {
  /** Where the program was found; another program under the same name is another launch. */
  readonly executable?: string;
  /** Variables decide which program runs, and they are resolved only at the start. */
  readonly programUnknown?: true;
  /** The variables of `envFile` as they were read: these, not the file, reach the child. */
  readonly envFile?: readonly EnvPair[];
  /** Where `envFile` leads, if it is a link. */
  readonly envFileLink?: string;
  /** Why `envFile` could not be read; the launch then fails with this. */
  readonly envFileProblem?: string;
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
