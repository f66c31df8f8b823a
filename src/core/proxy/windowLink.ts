import { type Socket, connect } from 'node:net';
import type { Disposable } from '../../base/lifetime.ts';
import { type FrameCopies, type TapLine, writeTapLine } from './tapProtocol.ts';
import { findTapWindow } from './tapSockets.ts';

interface WindowLinkOptions {
  readonly folder: string;
  readonly cwd: string;
  readonly name: string;
}

const retryMs = 2_000;
/** What is kept for a window that is not there yet, so that it sees the handshake; and for one that reads too slowly. */
const earlyBytes = 1024 * 1024;
const maxWaitingBytes = 16 * 1024 * 1024;

/** Copies to the open window. Without one, copies wait for the next window: the traffic never waits. */
export class WindowLink implements FrameCopies, Disposable {
  readonly #options: WindowLinkOptions;
  #socket: Socket | undefined;
  #ready = false;
  #early: string[] = [];
  #earlyBytes = 0;
  #missed = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: WindowLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  wire(...[wire, text, http]: Parameters<FrameCopies['wire']>): void {
    this.#send({ wire, text, http });
  }

  stderr(text: string): void {
    this.#send({ stderr: text });
  }

  state(...[state, http]: Parameters<FrameCopies['state']>): void {
    this.#send({ state, http });
  }

  lost(lost: unknown, reason: string): void {
    this.#send({ lost, reason });
  }

  /** Resolves when all copies are sent, or after a short time. */
  async flushed(maxMs: number): Promise<void> {
    const socket = this.#socket;
    if (!socket || !this.#ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxMs);
      socket.once('error', () => resolve()).end(() => resolve());
    });
    clearTimeout(timer);
  }

  dispose(): void {
    this.#ended = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }

  #connect(): void {
    const { folder, cwd, name } = this.#options;
    const place = findTapWindow(folder, cwd);
    if (!place) return this.#later();
    const socket = connect(place.socket);
    this.#socket = socket;
    socket.unref(); // only the traffic keeps this process alive, not the copy
    socket.on('error', () => {}); // the window is gone; `close` follows
    socket.once('connect', () => {
      socket.write(writeTapLine({ tap: 1, name }));
      this.#ready = true;
      this.#tellEarly();
    });
    socket.once('close', () => {
      this.#ready = false;
      this.#later();
    });
  }

  #later(): void {
    if (this.#ended) return;
    this.#retry = setTimeout(() => this.#connect(), retryMs);
    this.#retry.unref();
  }

  #send(line: TapLine): void {
    const text = writeTapLine(line);
    if (!this.#ready) return this.#keep(text);
    if (this.#socket!.writableLength > maxWaitingBytes) {
      this.#missed++;
      return;
    }
    this.#tellMissed();
    this.#socket!.write(text);
  }

  #keep(text: string): void {
    if (this.#earlyBytes + text.length > earlyBytes) this.#missed++;
    else {
      this.#early.push(text);
      this.#earlyBytes += text.length;
    }
  }

  #tellEarly(): void {
    if (this.#early.length > 0) this.#socket!.write(this.#early.join(''));
    this.#early = [];
    this.#earlyBytes = 0;
    this.#tellMissed();
  }

  #tellMissed(): void {
    if (this.#missed === 0) return;
    this.#socket!.write(writeTapLine({ state: `${this.#missed} lines passed without being copied` }));
    this.#missed = 0;
  }
}
