import { type Socket, createConnection } from 'node:net';
import { messageOf } from '../../base/fault.ts';
import { parseJson } from '../../base/json.ts';
import { MessageReader } from './messageReader.ts';

/** With what was wrong, if anything was. */
export type OnEnd = (reason?: string) => void;

/** How messages come and go. */
export interface Channel {
  send(message: object): void;
  /** `receive` gets all that has come at once; `undefined` among it is no JSON. `onEnd` comes when the editor is gone. */
  listen(receive: (messages: readonly unknown[]) => void, onEnd: OnEnd): void;
}

/** `--stdio`, `--node-ipc`, `--pipe=NAME` or `--socket=PORT` among the arguments says how the editor speaks to us. */
export async function openChannel(args: readonly string[]): Promise<Channel> {
  if (args.includes('--node-ipc')) return ipcChannel(process);
  if (args.includes('--stdio')) return streamChannel(process.stdin, process.stdout);
  const [pipe, port] = [valueOf(args, '--pipe'), valueOf(args, '--socket')];
  if (pipe === undefined && port === undefined)
    throw new Error('One of --stdio, --node-ipc, --pipe=NAME and --socket=PORT is needed.');
  const socket = pipe === undefined ? createConnection(Number(port), '127.0.0.1') : createConnection(pipe);
  await connected(socket, pipe ?? `port ${port}`);
  return streamChannel(socket, socket);
}

export function valueOf(args: readonly string[], name: string): string | undefined {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  return args[at] === name ? args[at + 1] : args[at]?.slice(name.length + 1);
}

function connected(socket: Socket, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', ({ message }) => reject(new Error(`Cannot connect to ${name}: ${message}`)));
  });
}

export function streamChannel(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Channel {
  return {
    send: (message) => {
      const body = JSON.stringify(message);
      const length = Buffer.byteLength(body);
      // Most messages are ASCII, for which Node needs one byte a character and not room for three.
      output.write(`Content-Length: ${length}\r\n\r\n${body}`, length === body.length ? 'latin1' : 'utf8');
    },
    listen: (receive, onEnd) => {
      const reader = new MessageReader();
      input.on('data', (chunk: Buffer) => {
        const messages = readSafely(reader, chunk, onEnd).map(parsed);
        if (messages.length > 0) receive(messages);
      });
      for (const end of ['end', 'close']) input.on(end, () => onEnd());
      for (const stream of [input, output]) stream.on('error', ({ message }: Error) => onEnd(message));
    },
  };
}

/** Behind something that is no message, no other can be found. */
function readSafely(reader: MessageReader, chunk: Buffer, onEnd: OnEnd): readonly string[] {
  try {
    return reader.read(chunk);
  } catch (error) {
    onEnd(messageOf(error));
    return [];
  }
}

function parsed(body: string): unknown {
  const json = parseJson(body);
  return json.ok ? json.value : undefined;
}

/** The channel of Node between a process and the one that started it. */
function ipcChannel(own: NodeJS.Process): Channel {
  return {
    send: (message) => void own.send?.(message, undefined, undefined, () => {}), // a failure is followed by the end
    listen: (receive, onEnd) => {
      own.on('message', (message) => receive([message]));
      own.on('disconnect', () => onEnd());
    },
  };
}
