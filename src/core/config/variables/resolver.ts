import { l10n } from '../../../base/l10n.ts';
import type { WorkspaceFolder } from '../../ports/ports.ts';
import type { InputValues } from './inputs.ts';
import type { LaunchApproval } from './launchApproval.ts';
import { type Reference, findReferences, maxNesting } from '../model/references.ts';
import { commandRefused } from '../parse/reportReferences.ts';
import { type Lookup, pathVariable } from './pathVariables.ts';

export interface VariableSources {
  /** The host's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: readonly WorkspaceFolder[];
  readonly userHome: string;
  readonly pathSeparator: string;
  readonly inputs: InputValues;
}

/** Turns variables into values. It takes an approval, so that nothing can be expanded for an unapproved launch. */
export class Resolver {
  readonly approval: LaunchApproval;
  readonly sources: VariableSources;

  constructor(approval: LaunchApproval, sources: VariableSources) {
    this.approval = approval;
    this.sources = sources;
  }

  /** Values are not expanded again: a value cannot reference another variable. */
  async text(template: string, signal?: AbortSignal, nesting = 0): Promise<Lookup> {
    let value = '';
    let from = 0;
    for (const reference of findReferences(template)) {
      const found = await this.#lookup(reference, nesting, signal);
      if (!found.ok) return found;
      value += template.slice(from, reference.offset) + found.value;
      from = reference.offset + reference.text.length;
    }
    return { ok: true, value: value + template.slice(from) };
  }

  async #lookup(reference: Reference, nesting: number, signal?: AbortSignal): Promise<Lookup> {
    const path = pathVariable(reference, this.approval.entry.source, this.sources);
    if (path) return path;
    switch (reference.name) {
      case 'input':
        return this.#input(reference, signal);
      case 'command':
        return { ok: false, reason: 'unsupported', message: commandRefused(reference.text) };
      case 'env':
        return this.#environment(reference, reference.argument ?? '', nesting, signal);
      default:
        return this.#plain(reference, nesting, signal);
    }
  }

  /** `${NAME}` and `${NAME:-default}` of Claude Code and the shells. */
  async #plain(reference: Reference, nesting: number, signal?: AbortSignal): Promise<Lookup> {
    const known = reference.argument === undefined || reference.argument.startsWith('-');
    if (known && /^[A-Za-z_]\w*$/.test(reference.name)) {
      return this.#environment(reference, reference.text.slice(2, -1), nesting, signal);
    }
    return {
      ok: false,
      reason: 'unsupported',
      message: l10n.t('Switchboard does not support the variable {0}.', reference.text),
    };
  }

  async #environment(reference: Reference, inner: string, nesting: number, signal?: AbortSignal): Promise<Lookup> {
    const at = inner.indexOf(':-');
    const name = at < 0 ? inner : inner.slice(0, at);
    const value = Object.hasOwn(this.sources.env, name) ? this.sources.env[name] : undefined;
    if (value !== undefined && (value !== '' || at < 0)) return { ok: true, value };
    if (at < 0) {
      const message = l10n.t('The environment variable {0} is not set.', name);
      return { ok: false, reason: 'unset', message, missing: { name, reference: reference.text } };
    }
    if (nesting < maxNesting) return this.text(inner.slice(at + 2), signal, nesting + 1);
    return { ok: false, reason: 'unsupported', message: l10n.t('{0} is nested too deeply.', reference.text) };
  }

  async #input(reference: Reference, signal?: AbortSignal): Promise<Lookup> {
    const { entry } = this.approval;
    const declaration = entry.inputs.find(({ id }) => id === reference.argument);
    if (!declaration) {
      const { argument: name = '', text } = reference;
      const message = l10n.t('Input "{0}" is not declared under "inputs" of its file.', name);
      const letters = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
      const near = entry.inputs.find(({ id }) => letters(id) === letters(name))?.id;
      const missing = { name, reference: text, ...(near !== undefined && { near }) };
      return { ok: false, reason: 'unsupported', message, missing };
    }
    return this.sources.inputs.value(declaration, entry, signal);
  }
}
