import { textOr } from '../wire/messageBounds.ts';
import { protocolBroken } from '../../base/faults/serverFaults.ts';
import { isRecord } from '../../base/json.ts';
import type { ToolDefinition } from '../wire/definitions.ts';

export const appMimeType = 'text/html;profile=mcp-app';

/** The page of a tool (MCP Apps), as its definition names it. */
export function appUriOf(tool: ToolDefinition): string | undefined {
  const ui = tool._meta?.['ui'];
  const uri = (isRecord(ui) ? ui['resourceUri'] : undefined) ?? tool._meta?.['ui/resourceUri'];
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined;
}

/** Tools declare who may call them; by default both the model and the app may. */
export function isForApps(tool: ToolDefinition): boolean {
  const ui = tool._meta?.['ui'];
  const visibility = isRecord(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('app');
}

export interface AppPage {
  readonly html: string;
  /** The external domains that it requests. */
  readonly domains: AppDomains;
}

interface AppDomains {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
  readonly frame: readonly string[];
}

/** Reads the page from the result of `resources/read`. */
export function readAppPage(result: unknown): AppPage {
  const contents = isRecord(result) && Array.isArray(result['contents']) ? result['contents'] : [];
  const part = contents.filter(isRecord).find(({ mimeType }) => isAppType(mimeType));
  if (!part) throw protocolBroken('pageType', appMimeType);
  const { text, blob, _meta } = part;
  const html = typeof text === 'string' ? text : Buffer.from(textOr(blob, ''), 'base64').toString('utf8');
  const ui = isRecord(_meta) && isRecord(_meta['ui']) ? _meta['ui'] : {};
  return { html, domains: readDomains(ui['csp']) };
}

function isAppType(mimeType: unknown): boolean {
  return typeof mimeType === 'string' && /^text\/html\s*;\s*profile=mcp-app$/i.test(mimeType.trim());
}

function readDomains(csp: unknown): AppDomains {
  const of = (key: string): readonly string[] => {
    const list = isRecord(csp) ? csp[key] : undefined;
    return Array.isArray(list) ? list.filter(isSource) : [];
  };
  return { connect: of('connectDomains'), resource: of('resourceDomains'), frame: of('frameDomains') };
}

/** One origin and nothing else: a server must not be able to inject policy directives. */
function isSource(value: unknown): value is string {
  return typeof value === 'string' && /^(https|wss):\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i.test(value);
}

/** Everything that the page may load. Addresses outside only where the user allowed them. */
export function appPolicy(own: string, domains: AppDomains | undefined): string {
  const { connect, resource, frame } = domains ?? { connect: [], resource: [], frame: [] };
  const list = (...sources: readonly string[]): string => (sources.length > 0 ? sources.join(' ') : "'none'");
  return [
    "default-src 'none'",
    `script-src ${list(own, "'unsafe-inline'", ...resource)}`,
    `style-src ${list("'unsafe-inline'", ...resource)}`,
    `img-src ${list('data:', 'blob:', ...resource)}`,
    `font-src ${list('data:', ...resource)}`,
    `media-src ${list('data:', 'blob:', ...resource)}`,
    `connect-src ${list(...connect)}`,
    `frame-src ${list(...frame)}`,
    'worker-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
