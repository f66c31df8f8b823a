import type { FuzzTarget } from './target.ts';
import { checkFile } from './targets/checkFile.ts';
import { config } from './targets/config.ts';
import { framing } from './targets/framing.ts';
import { http } from './targets/http.ts';
import { language } from './targets/language.ts';
import { manifest } from './targets/manifest.ts';
import { query } from './targets/query.ts';
import { recording } from './targets/recording.ts';
import { schema } from './targets/schema.ts';
import { session } from './targets/session.ts';
import { webview } from './targets/webview.ts';

export const targets: readonly FuzzTarget[] = [
  framing,
  session,
  http,
  config,
  manifest,
  recording,
  schema,
  language,
  webview,
  checkFile,
  query,
];
