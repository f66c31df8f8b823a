import type { Lifetime } from '../../base/lifetime.ts';
import { ServerLogs } from '../servers/serverLog.ts';
import { type ServerAddress, serverAddressOf } from '../telemetry/span.ts';
import { InterceptionRules } from '../traffic/interception/interceptionRules.ts';
import { TrafficLog } from '../traffic/log/trafficLog.ts';
import type { TapSource } from '../wire/tap.ts';
import type { CoreParts } from './coreParts.ts';
import type { ServerEntries } from './configured/serverEntries.ts';
import { describeState } from './view/serverView.ts';
import { traceCalls } from './traceCalls.ts';

const megabyte = 1024 * 1024;

export interface Traffic {
  readonly log: TrafficLog;
  readonly rules: InterceptionRules;
  readonly serverLogs: ServerLogs;
  /** For connections to servers: logged, traced and under the interception rules. */
  readonly clientTaps: TapSource;
  /** For connections of agents to us: logged and traced. */
  readonly agentTaps: TapSource;
}

export function createTraffic(parts: CoreParts, entries: ServerEntries, lifetime: Lifetime): Traffic {
  const { ports, settings, redactor } = parts;
  const limits = { rows: settings['traffic.maxRows'], bytes: settings['traffic.maxMegabytes'] * megabyte };
  const log = lifetime.add(new TrafficLog(limits, ports.clock, redactor, parts.spill));
  const rules = lifetime.add(new InterceptionRules(ports.clock, redactor));
  const redact = (text: string): string => redactor.text(text);
  const serverLogs = lifetime.add(new ServerLogs({ clock: ports.clock, redact, describe: describeState }));
  const traced = traceCalls(parts, lifetime, (id) => wayTo(entries, id));
  return {
    log,
    rules,
    serverLogs,
    clientTaps: traced.client(serverLogs.listen(intercepted(log, rules))),
    agentTaps: traced.server(log),
  };
}

function intercepted(log: TrafficLog, rules: InterceptionRules): TapSource {
  return {
    open: (server) => {
      const tap = log.open(server);
      tap.interception = rules.forServer(server, tap);
      return tap;
    },
  };
}

function wayTo(entries: ServerEntries, id: string): ServerAddress {
  const launch = entries.find(id)?.launch;
  return launch ? serverAddressOf(launch.kind, 'url' in launch ? launch.url : undefined) : {};
}
