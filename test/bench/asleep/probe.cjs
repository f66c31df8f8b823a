// Preloaded into a VS Code server, which hands it on to its extension hosts, and looks at those from their first moment
// for ten seconds. What it saw goes to the folder MCP_SWITCHBOARD_PROBE_DIR as <pid>.json.
const childProcess = require('node:child_process');
const { Session } = require('node:inspector');
const { renameSync, writeFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const lookMs = 10_000;
/** Hello-world takes less than a millisecond. */
const samplingMicroseconds = 250;
const dir = process.env.MCP_SWITCHBOARD_PROBE_DIR ?? '.';

/** @param {Session} session @param {object} seen */
function write(session, seen) {
  session.post('Profiler.stop', (_stopped, { profile }) =>
    session.post('Profiler.getBestEffortCoverage', (_covered, { result }) => {
      const file = join(dir, `${process.pid}.json`);
      const scripts = result.map(({ url }) => url);
      writeFileSync(`${file}.part`, JSON.stringify({ ...seen, scripts, profile }));
      renameSync(`${file}.part`, file);
      session.disconnect();
    }),
  );
}

/** Of this thread, as the kernel counts it. */
function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function look() {
  const begunMs = threadMs();
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds });
  session.post('Profiler.start');
  const timer = setTimeout(
    () => {
      const { user, system } = process.cpuUsage();
      const megabytes = process.memoryUsage().rss / 2 ** 20;
      write(session, { cpuMs: (user + system) / 1000, threadMs: threadMs() - begunMs, megabytes });
    },
    lookMs - process.uptime() * 1000,
  );
  timer.unref();
}

/** VS Code keeps NODE_OPTIONS from its extension hosts. */
function handOn() {
  const { fork } = childProcess;
  Object.assign(childProcess, {
    fork: (
      /** @type {string} */ file,
      /** @type {string[]} */ args,
      /** @type {import('node:child_process').ForkOptions} */ options,
    ) => fork(file, args, { ...options, execArgv: [...(options.execArgv ?? []), '--require', __filename] }),
  });
  syncBuiltinESMExports();
}

if (process.argv.includes('--type=extensionHost')) look();
else if (process.argv[1]?.endsWith('server-main.js')) handOn();
