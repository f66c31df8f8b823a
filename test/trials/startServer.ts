import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { messageOf } from '../../src/base/fault.ts';
import { approveChoice } from '../../src/core/trust/approval/requestApproval.ts';
import { createFakePorts } from '../support/fakePorts.ts';
import { healthyFindings } from '../support/healthyFindings.ts';
import { openCore } from '../support/openCore.ts';
import { processesLeft } from './markedProcesses.ts';
import { type TrialServer, trialFolder } from './servers.ts';
import { type TrialLaunch, trialCall, trialLaunch } from './trialLaunch.ts';

/** One start of a server: until its tools are listed, with a call where one is known, and its end. */
export interface Start {
  readonly ms: number;
  readonly protocol?: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly call?: CallOutcome;
  readonly failure?: string;
  /** What the doctor says of it although it is well. */
  readonly findings?: readonly string[];
  /** Processes that are still there after the end. */
  readonly left: number;
}

export interface CallOutcome {
  readonly isError: boolean;
  readonly text: string;
}

interface Connected {
  readonly protocol: string;
  readonly tools: readonly { readonly name: string }[];
  readonly findings?: readonly string[];
  call(name: string, args: Record<string, unknown>): Promise<object>;
}

/** Connects and lists; `end` is called in any case. */
interface Starter {
  connect(): Promise<Connected>;
  end(): Promise<unknown>;
}

const limitMs = 20_000;

export async function startBare(server: TrialServer): Promise<Start> {
  const launch = trialLaunch(server);
  const { command, args, env, folder } = launch;
  const client = new Client({ name: 'bare', version: '1.0.0' });
  const timeout = { timeout: limitMs };
  return start(server, launch, {
    connect: async () => {
      const options = { command, args: [...args], env: { PATH: process.env['PATH'] ?? '', ...env } };
      await client.connect(new StdioClientTransport({ ...options, cwd: folder, stderr: 'ignore' }), timeout);
      const { tools } = await client.listTools(undefined, timeout);
      return {
        protocol: client.getNegotiatedProtocolVersion() ?? '',
        tools,
        call: (name, given) => client.callTool({ name, arguments: given }, timeout),
      };
    },
    end: () => client.close(),
  });
}

/** By the whole core, over ports that know what a user has approved and what the last start has shown. */
export function ourStarts(server: TrialServer): () => Promise<Start> {
  const launch = trialLaunch(server);
  const { command, args, env, folder } = launch;
  const ports = createFakePorts(folder);
  ports.answer = approveChoice();
  ports.edit('.vscode/mcp.json', JSON.stringify({ servers: { trial: { type: 'stdio', command, args, env } } }));
  return async () => {
    const core = await openCore(ports);
    await core.approve('trial');
    const managed = core.server('trial');
    return start(server, launch, {
      connect: async () => {
        await managed.start();
        const [problem] = managed.problems.value;
        if (problem !== undefined && managed.tools.value.length === 0) throw new Error(problem); // as the SDK does
        const state = managed.state.value;
        return {
          protocol: state.kind === 'connected' ? state.info.protocolVersion : '',
          tools: managed.tools.value,
          findings: healthyFindings(core, 'trial'),
          call: (name, given) => managed.callTool(name, given, { timeoutMs: limitMs }),
        };
      },
      end: async () => (await managed.stop(), core.dispose()),
    });
  };
}

async function start(server: TrialServer, launch: TrialLaunch, { connect, end }: Starter): Promise<Start> {
  const begin = performance.now();
  let found: Omit<Start, 'left' | 'ms'>;
  let ms = 0;
  try {
    const connected = await connect();
    ms = performance.now() - begin;
    const call = await outcome(connected, trialCall(server, launch));
    const { protocol, findings = [] } = connected;
    found = { protocol, findings, tools: comparable(connected.tools, launch), ...(call && { call }) };
  } catch (error) {
    found = { failure: messageOf(error) };
  }
  await end();
  return { ms, ...found, left: await processesLeft(launch.mark) };
}

type Tools = Connected['tools'];

/** Some definitions hold the time of the start, or the folder. */
function comparable(tools: Tools, { folder }: TrialLaunch): Tools {
  const text = JSON.stringify(tools).replaceAll(folder, trialFolder);
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')) as Tools;
}

async function outcome(
  { call }: Connected,
  wanted: readonly [string, Record<string, unknown>] | undefined,
): Promise<CallOutcome | undefined> {
  if (!wanted) return undefined;
  try {
    const { isError = false, content } = (await call(...wanted)) as { isError?: boolean; content?: unknown };
    return { isError, text: JSON.stringify(content) };
  } catch (error) {
    return { isError: true, text: messageOf(error) };
  }
}
