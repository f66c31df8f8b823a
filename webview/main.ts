import './styles/app.css';
import type { PageModule } from './pages/page.ts';

const pages: Readonly<Record<string, () => Promise<PageModule>>> = {
  inspector: () => import('./pages/inspectorPage.tsx'),
  traffic: () => import('./pages/trafficPage.tsx'),
  recording: () => import('./pages/recordingPage.tsx'),
  knowledge: () => import('./pages/knowledgePage.tsx'),
};

/** VS Code keeps a page hidden until it has loaded, so all of it comes by `import()`, behind the first paint, at once. */
const page = pages[document.body.dataset['view'] ?? 'inspector']!();
const style = loadStyle(document.querySelector<HTMLLinkElement>('link[rel=preload]')?.href ?? '');
void import('./boot.tsx').then(({ boot }) => boot(Promise.all([page, style]).then(([module]) => module)));

/** Also settles where it fails: a page without its colours can still be used. */
function loadStyle(href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve, { once: true });
  });
}
