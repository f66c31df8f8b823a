import type { Lifetime } from '../../base/lifetime.ts';
import { OtlpExporter, readEndpoint, readHeaders } from '../telemetry/otlpExporter.ts';
import type { ServerAddress } from '../telemetry/span.ts';
import type { TapSource } from '../wire/tap.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { secretsIn } from '../trust/redaction/secretValues.ts';
import type { Ports } from '../ports/ports.ts';
import type { Settings } from './settings/settings.ts';

interface TraceParts {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly redactor: Redactor;
  readonly version: string;
}

interface TracedCalls {
  client(taps: TapSource): TapSource;
  server(taps: TapSource): TapSource;
}

const untraced: TracedCalls = { client: (taps) => taps, server: (taps) => taps };

/** Off unless the user configured a collector. */
export function traceCalls(
  { ports, settings, redactor, version }: TraceParts,
  lifetime: Lifetime,
  way: (server: string) => ServerAddress,
): TracedCalls {
  const text = settings['telemetry.otlpEndpoint'];
  if (text === '') return untraced;
  const endpoint = readEndpoint(text);
  if (!endpoint) ports.log.warn('telemetry.otlpEndpoint is no http address', { value: text });
  if (!endpoint) return untraced;
  const headers = readHeaders(process.env['OTEL_EXPORTER_OTLP_HEADERS']);
  for (const value of secretsIn(headers)) lifetime.add(redactor.learn(value));
  const { clock } = ports;
  const log = ports.log.with({ part: 'telemetry' });
  const redact = (words: string): string => redactor.text(words);
  const exporter = lifetime.add(new OtlpExporter({ endpoint, headers, version, clock, log, redact }));
  return {
    client: (taps) => exporter.trace(taps, 'client', way),
    server: (taps) => exporter.trace(taps, 'server', () => ({ transport: 'http' })),
  };
}
