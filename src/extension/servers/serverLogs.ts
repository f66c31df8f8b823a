import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { revealSentence } from '../../base/text/hiddenCharacters.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import type { LogLine } from '../../core/servers/serverLog.ts';

interface Shown {
  readonly channel: vscode.OutputChannel;
  readonly lifetime: Lifetime;
}

/** An output channel for each server, created on first use and disposed with the server. */
export class ServerLogChannels implements Disposable {
  readonly #core: Core;
  readonly #lifetime = new Lifetime();
  readonly #shown = new Map<string, Shown>();

  constructor(core: Core) {
    this.#core = core;
    this.#lifetime.defer(effect(() => this.#keepOnly(new Set(core.servers.value.map(({ id }) => id)))));
    this.#lifetime.defer(() => this.#keepOnly(new Set()));
  }

  show(id: string): void {
    const shown = this.#shown.get(id) ?? this.#open(id);
    shown.channel.show(true);
  }

  /** Not a log channel of VS Code: that would give earlier lines the current time. */
  #open(id: string): Shown {
    const { label } = this.#core.server(id);
    const lifetime = new Lifetime();
    const channel = lifetime.add(vscode.window.createOutputChannel(`MCP: ${revealSentence(label)}`, 'log'));
    const log = this.#core.log(id);
    channel.append(log.lines.map(formatted).join(''));
    lifetime.add(log.onDidAppend((line) => channel.append(formatted(line))));
    const shown = { channel, lifetime };
    this.#shown.set(id, shown);
    return shown;
  }

  #keepOnly(ids: ReadonlySet<string>): void {
    for (const [id, { lifetime }] of this.#shown) {
      if (ids.has(id)) continue;
      lifetime.dispose();
      this.#shown.delete(id);
    }
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

/** As in the log files of VS Code, so that its colours fit. */
function formatted({ at, level, text }: LogLine): string {
  const time = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().replace('T', ' ').slice(0, -1);
  // A line that a server adds must not look like one of ours.
  return `${time} [${level === 'warn' ? 'warning' : level}] ${text.replaceAll('\n', '\n    ')}\n`;
}
