/** Starts the page, and has the browser keep it for when there is no network. */
import { render } from 'preact';
import { App } from './app.tsx';

const KEEP_AFTER_MS = 2000;

const root = document.getElementById('app');
// In a task of its own, behind that of reading this script: neither is long.
if (root !== null) setTimeout(() => render(<App onUpdate={keepOffline} />, root));

/**
 * Registers the service worker.
 * @param tell called once a newer page than this one has been fetched, with what loads it: nothing is reloaded unasked
 */
function keepOffline(tell: (reload: () => void) => void): void {
  // Missing where the address is neither https nor of this machine.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined) return;
  // What it fetches must not hold up the engine's first move.
  setTimeout(() => register(container, tell), KEEP_AFTER_MS);
}

function register(container: ServiceWorkerContainer, tell: (reload: () => void) => void): void {
  const hadOne = container.controller !== null;
  container.register(new URL('sw.js', document.baseURI), { type: 'classic' }).then(
    (registration) => {
      const look = () => {
        const { waiting } = registration;
        if (waiting === null || !hadOne) return;
        tell(() => {
          container.addEventListener('controllerchange', () => location.reload(), { once: true });
          waiting.postMessage('take-over');
        });
      };
      look();
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
    },
    () => {
      // A browser that keeps nothing still plays.
    },
  );
}
