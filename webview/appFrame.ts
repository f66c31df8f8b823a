/**
 * The script of the panel around an MCP app: it creates the frame and passes messages, nothing else.
 * The frame has no origin, so it can neither read this document nor reach VS Code's API.
 */
interface Api {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): Api;

interface FromHost {
  readonly to?: unknown;
  readonly message?: unknown;
  readonly html?: unknown;
  readonly height?: unknown;
}

function openFrame(api: Api): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-forms');
  frame.title = document.title;
  // A page without colours of its own expects black on white, whatever the theme of the editor.
  const style = { width: '100%', height: '100vh', border: '0', display: 'block', background: 'white' };
  Object.assign(frame.style, style, { colorScheme: 'normal' });
  Object.assign(document.body.style, { margin: '0', padding: '0' });
  document.body.append(frame);
  window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    // Told apart by source and origin: the content of a message proves nothing. VS Code posts from this very
    // origin (and hides `window.parent`); the app inside the frame has none, or another.
    if (source === frame.contentWindow) api.postMessage({ from: 'app', message: data as unknown });
    else if (origin === window.origin) fromHost(frame, data as FromHost);
  });
  api.postMessage({ from: 'frame' });
}

function fromHost(frame: HTMLIFrameElement, data: FromHost): void {
  if (data?.to === 'app') frame.contentWindow?.postMessage(data.message, '*'); // it has no origin that could be named
  if (data?.to !== 'frame') return;
  if (typeof data.html === 'string') frame.srcdoc = data.html;
  if (typeof data.height === 'number')
    frame.style.height = `max(100vh, ${Math.min(20_000, Math.max(0, data.height))}px)`;
}

openFrame(acquireVsCodeApi());
