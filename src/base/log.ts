export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';
type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  trace(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with fields that every line carries. */
  with(fields: LogFields): Log;
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

export function createLog(write: (line: LogLine) => void, fields: LogFields = {}): Log {
  const at =
    (level: LogLevel) =>
    (message: string, more?: LogFields): void =>
      write({ level, message, fields: more ? { ...fields, ...more } : fields });
  return {
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    with: (more) => createLog(write, { ...fields, ...more }),
  };
}

export const silentLog: Log = createLog(() => {});

/** `message key=value`, values as JSON where they hold a space. */
export function formatFields(fields: LogFields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${formatValue(value)}`)
    .join(' ');
}

function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && /[\s"=]/.test(text) ? JSON.stringify(text) : text;
}
