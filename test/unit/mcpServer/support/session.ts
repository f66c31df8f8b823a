import { PassThrough } from 'node:stream';
import { deferred } from '../../../../src/base/async.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { type LogLine, createLog } from '../../../../src/base/log.ts';
import { formatLine } from '../../../../src/cli/support/stderrLog.ts';
import type { ServerFeatures } from '../../../../src/core/mcpServer/handlers/featureRegistry.ts';
import { embeddedFeatures } from '../../../../src/core/embedded/features.ts';
import { type ProfileName, profileNamed } from '../../../../src/core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../../../../src/core/embedded/server.ts';
import {
  type StreamConnection,
  type StreamOptions,
  serveStream,
} from '../../../../src/core/mcpServer/serving/serveStream.ts';
import type { TapSource } from '../../../../src/core/wire/tap.ts';
import type { ServerView } from '../../../../src/contract/inspector.ts';
import { settled } from '../../../support/until.ts';
import { type Answer, type Json, createInitializeRequest, createNotification, parseResponse } from './messages.ts';

export interface ServerOptions {
  readonly profile?: ProfileName;
  readonly parts?: Partial<ServerFeatures>;
  readonly servers?: readonly ServerView[];
  readonly homeDir?: string;
  readonly folders?: readonly string[];
  readonly taps?: TapSource;
}

export interface TestServer {
  readonly server: EmbeddedServer;
  /** Log lines in the form of stderr. */
  readonly log: string[];
}

/** A real embedded server over test doubles of its shell. */
export function makeServer(options: ServerOptions = {}): TestServer {
  const log: string[] = [];
  const server = createEmbeddedServer({
    profile: profileNamed(options.profile ?? 'all', '0.0.0-test'),
    parts: { ...embeddedFeatures, ...options.parts },
    host: {
      log: createLog((line: LogLine) => void log.push(formatLine(line))),
      folders: () => options.folders ?? [],
      trusted: () => true,
      env: {},
      homeDir: options.homeDir ?? '/nowhere',
      setting: () => undefined,
      listServers: () => options.servers ?? [],
    },
    ...(options.taps && { taps: options.taps }),
  });
  return { server, log };
}

/** A client by hand: writes lines, reads lines. */
export class Session {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly connection: StreamConnection;
  /** Every line that came, in order. */
  readonly lines: string[] = [];
  readonly #arrived = new Emitter<void>();
  #rest = '';

  constructor(server: EmbeddedServer, options: StreamOptions = {}) {
    this.output.on('data', (chunk: Buffer) => this.#take(chunk.toString('utf8')));
    this.connection = serveStream(server, this.input, this.output, options);
  }

  write(text: string): void {
    this.input.write(text);
  }

  send(message: Json): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Waits for the answer to an id, whatever else comes before it. */
  async answerTo(id: string | number): Promise<Answer> {
    const find = (): Answer | undefined =>
      this.lines.map(parseResponse).find((answer) => answer.id === id && !('method' in answer));
    for (;;) {
      const found = find();
      if (found) return found;
      await this.next();
    }
  }

  async request(message: Json): Promise<Answer> {
    this.send(message);
    return this.answerTo(message['id'] as string | number);
  }

  async initialize(protocolVersion = '2025-11-25', capabilities: Json = {}): Promise<Answer> {
    const answer = await this.request(createInitializeRequest('init', protocolVersion, capabilities));
    this.send(createNotification('notifications/initialized'));
    return answer;
  }

  /** Resolves with the next output; a test that waits for nothing hangs until its time limit. */
  next(): Promise<void> {
    const come = deferred<void>();
    const listener = this.#arrived.event(() => {
      listener.dispose();
      come.resolve();
    });
    return come.promise;
  }

  /** Waits until there are this many lines in all. */
  async count(lines: number): Promise<void> {
    while (this.lines.length < lines) await this.next();
  }

  settle(): Promise<void> {
    return settled();
  }

  async end(): Promise<void> {
    this.input.end();
    await this.connection.closed;
  }

  #take(text: string): void {
    const pieces = (this.#rest + text).split('\n');
    this.#rest = pieces.pop() ?? '';
    this.lines.push(...pieces);
    this.#arrived.fire();
  }
}
