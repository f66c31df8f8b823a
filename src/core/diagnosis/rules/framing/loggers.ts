/** A logger or program of its own, by how its lines look, and what sends them to stderr. */
interface Logger {
  readonly says: RegExp;
  readonly name: string;
  /** In the code or the settings of the server. */
  readonly toStderr: string;
}

/** The most specific forms first: many loggers write a time and a level. */
const inText: readonly Logger[] = [
  { says: /^\[Nest\] \d+ {1,4}- /m, name: 'NestJS', toStderr: 'NestFactory.create(AppModule, { logger: false })' },
  {
    says: /^\d{4}-\d\d-\d\d[T ]\S{8,16} \[(?:debug|info|warning|error|critical) {0,8}\] \S/m,
    name: 'structlog',
    toStderr: 'structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))',
  },
  {
    says: /^\d{4}-\d\d-\d\d \S{8,16} \| (?:TRACE|DEBUG|INFO|SUCCESS|WARNING|ERROR|CRITICAL) +\| \S/m,
    name: 'loguru',
    toStderr: 'logger.remove(); logger.add(sys.stderr)',
  },
  {
    says: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[,.]\d{3,6})?(?: - [\w.]+)?(?: - |: ?| )(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)(?: - |:)|^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:/m,
    name: 'logging (Python)',
    toStderr: 'logging.basicConfig(stream=sys.stderr)',
  },
  {
    says: /^\d{4}-\d\d-\d\dT\S{9,20}Z +(?:TRACE|DEBUG|INFO|WARN|ERROR) (?:ThreadId\(\d+\) )?[\w:{}="]+: /m,
    name: 'tracing (Rust)',
    toStderr: 'tracing_subscriber::fmt().with_writer(std::io::stderr)',
  },
  { says: /^\[\d{4}-\S{10,20}Z? (?:TRACE|DEBUG|INFO|WARN|ERROR) +\w/m, name: 'env_logger', toStderr: 'Target::Stderr' },
  {
    says: /\[io\.quarkus\]|^--\\___\\_\\____\/_\//m,
    name: 'Quarkus',
    toStderr: 'quarkus.log.console.stderr=true, quarkus.banner.enabled=false',
  },
  {
    says: /^\d{4}-\d\d-\d\dT\S{12,20}\s+(?:INFO|WARN|DEBUG|ERROR) \d+ --- \[/m,
    name: 'Spring Boot',
    toStderr: 'logging.pattern.console=, spring.main.banner-mode=off',
  },
  {
    says: /^(?:\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d[.,]\d{3} \[[^\]\n]{1,60}\] (?:TRACE|DEBUG|INFO|WARN|ERROR) +[\w.$]+ --? /m,
    name: 'Logback',
    toStderr: '<target>System.err</target>',
  },
  {
    says: /^\[\d\d:\d\d:\d\d (?:VRB|DBG|INF|WRN|ERR|FTL)\] /m,
    name: 'Serilog',
    toStderr: 'WriteTo.Console(standardErrorFromLevel: LogEventLevel.Verbose)',
  },
  {
    says: /^time="?\d{4}-\S+ level="?(?:trace|debug|info|warn|warning|error)"? msg=/im,
    name: 'slog (Go)',
    toStderr: 'slog.NewTextHandler(os.Stderr, nil)',
  },
  {
    says: /^\d{4}-\d\d-\d\dT\S{10,30}\t(?:DEBUG|INFO|WARN|ERROR)\t/m,
    name: 'zap (Go)',
    toStderr: 'cfg.OutputPaths = []string{"stderr"}',
  },
  {
    says: /^\d{1,2}:\d\d[AP]M (?:TRC|DBG|INF|WRN|ERR) /m,
    name: 'zerolog',
    toStderr: 'zerolog.ConsoleWriter{Out: os.Stderr}',
  },
  { says: /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d+)? \S/m, name: 'log (Go)', toStderr: 'log.SetOutput(os.Stderr)' },
  { says: /^[DIWEF], \[\d{4}-\d\d-\d\dT/m, name: 'Logger (Ruby)', toStderr: 'Logger.new($stderr)' },
  {
    says: /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \w+\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR): /m,
    name: 'Monolog',
    toStderr: "new StreamHandler('php://stderr')",
  },
  {
    says: /^\d\d:\d\d:\d\d\.\d{3} (?:\[\w+\]|\w+=\S+ .{0,40}\[\w+\]) /m,
    name: 'Logger (Elixir)',
    toStderr: 'config :logger, :default_handler, config: [type: :standard_error]',
  },
  {
    says: /^\[\d{4}-\d\d-\d\dT\S{8,16}\] \[(?:TRACE|DEBUG|INFO|WARN|ERROR)\] /m,
    name: 'log4js',
    toStderr: "{ type: 'stderr' }",
  },
  {
    says: /^\[[\d:. -]{8,30}\] (?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)(?: \(\S{1,60}\))?: /m,
    name: 'pino-pretty',
    toStderr: 'pretty({ destination: 2 })',
  },
  {
    says: /^(?:\d{4}\S{8,24} )?\[?(?:info|warn|error|debug|verbose|http|silly)\]?: \S/m,
    name: 'winston',
    toStderr: "new transports.Console({ stderrLevels: ['error', 'warn', 'info', 'debug'] })",
  },
  { says: /^[ℹ✔⚠✖◐] \S/m, name: 'consola', toStderr: 'createConsola({ stdout: process.stderr })' },
];

/** By the keys of their records. */
const inJson: readonly Logger[] = [
  { says: /"level":\d0,"time":\d+,"pid":\d+/, name: 'pino', toStderr: 'pino(pino.destination(2))' },
  { says: /"pid":\d+,"level":\d0,"msg".*"v":0/, name: 'bunyan', toStderr: 'streams: [{ stream: process.stderr }]' },
  {
    says: /"level":"\w+","ts":[\d."T:Z+-]+,"(?:caller|logger|msg)"/,
    name: 'zap (Go)',
    toStderr: 'cfg.OutputPaths = []string{"stderr"}',
  },
  { says: /"@t":".*"@mt":/, name: 'Serilog', toStderr: 'WriteTo.Console(standardErrorFromLevel: …)' },
  {
    says: /"time":"[^"]+","level":"[A-Z]+","msg":/,
    name: 'slog (Go)',
    toStderr: 'slog.NewJSONHandler(os.Stderr, nil)',
  },
  {
    says: /"level":"\w+",(?:.*,)?"time":"[^"]+",(?:.*,)?"message":/,
    name: 'zerolog',
    toStderr: 'zerolog.New(os.Stderr)',
  },
  {
    says: /"event": ?".*"timestamp":|"timestamp": ?".*"event":/,
    name: 'structlog',
    toStderr: 'structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))',
  },
  { says: /"(?:levelname|asctime)": ?"/, name: 'logging (Python)', toStderr: 'logging.StreamHandler(sys.stderr)' },
  { says: /"@timestamp":.*"@version":/, name: 'Logback', toStderr: '<target>System.err</target>' },
  {
    says: /"timestamp":"[^"]+","level":" ?[A-Z]+","fields":/,
    name: 'tracing (Rust)',
    toStderr: 'tracing_subscriber::fmt().json().with_writer(std::io::stderr)',
  },
  {
    says: /"level":"(?:info|warn|error|debug|http|verbose)","message":|"message":".*"level":"(?:info|warn|error|debug)"/,
    name: 'winston',
    toStderr: "new transports.Console({ stderrLevels: ['error', 'warn', 'info', 'debug'] })",
  },
];

/** Of lines without the colours of a terminal. */
export function loggerOf(printed: string): Logger | undefined {
  return inText.find(({ says }) => says.test(printed));
}

export function jsonLoggerOf(record: string): Logger | undefined {
  return inJson.find(({ says }) => says.test(record));
}
