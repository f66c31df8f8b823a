import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { ask, setArgs } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const web =
  /Web server failed to start\. Port (\d{2,5})|(?:Tomcat|Netty|Undertow|Jetty) (?:started|initialized|server started) (?:on|with) ports?:?(?:\(s\):?)? ?(\d{2,5})/;
const options = [
  '-Dspring.main.web-application-type=none',
  '-Dspring.ai.mcp.server.stdio=true',
  '-Dspring.main.banner-mode=off',
  '-Dlogging.pattern.console=',
];

/** A jar whose starter of Spring AI serves HTTP. */
export const springServesHttp = rule('transport/spring', (evidence) => {
  const launch = stdioOf(evidence);
  const output = outputOf(evidence);
  const match = web.exec(output);
  const at = launch?.args.indexOf('-jar') ?? -1;
  if (!launch || !match || at < 0 || programName(launch.command) !== 'java' || !/Spring|spring/.test(output))
    return undefined;
  const starter = starterOf(launch.args[at + 1] ?? '', evidence);
  return {
    cause: l10n.t(
      'The jar starts a web server ({0}), and does not speak over stdio.',
      [`:${match[1] ?? match[2] ?? ''}`, starter].filter(Boolean).join(', '),
    ),
    remedies: [
      setArgs(l10n.t('Start it in stdio mode'), launch.args.toSpliced(at, 0, ...options)),
      ask(l10n.t('Enter another port as {0}', 'SERVER_PORT'), ['env', 'SERVER_PORT']),
    ],
    ...inEntry('args'),
    proof: lineAt(output, match.index),
  };
});

/** As the project says that the jar was built from. */
function starterOf(jar: string, { machine }: Evidence): string | undefined {
  const [project] = /^.*(?=[/\\](?:target|build)[/\\])/.exec(jar) ?? [];
  if (project === undefined) return undefined;
  const heads = ['pom.xml', 'build.gradle', 'build.gradle.kts'].map((name) => machine.head(path.join(project, name)));
  return /spring-ai-starter-mcp-server-web\w+/.exec(heads.join('\n'))?.[0];
}
