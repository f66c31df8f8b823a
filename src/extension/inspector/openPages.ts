import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Lifetime } from '../../base/lifetime.ts';
import type { PageVisibility } from '../shell/app.ts';

/** The pages that are open, and which of them a user sees. */
export class OpenPages {
  readonly #pages = new Set<PageVisibility>();
  readonly #isWideShown = signal(false);

  isInspectorShown(): boolean {
    return [...this.#pages].some((page) => page.isInspector && page.isShown());
  }

  /** Whether an Inspector in an editor is in view beside this page. */
  isWideShownBeside(page: PageVisibility): ReadonlySignal<boolean> {
    return isWide(page) ? signal(false) : this.#isWideShown;
  }

  add(page: PageVisibility, session: Lifetime): void {
    this.#pages.add(page);
    if (page.onDidChangeShown) session.add(page.onDidChangeShown(() => this.#look()));
    session.defer(() => {
      this.#pages.delete(page);
      this.#look();
    });
    this.#look();
  }

  #look(): void {
    this.#isWideShown.value = [...this.#pages].some((page) => isWide(page) && page.isShown());
  }
}

function isWide({ isInspector, onDidChangeShown }: PageVisibility): boolean {
  return isInspector && onDidChangeShown !== undefined;
}
