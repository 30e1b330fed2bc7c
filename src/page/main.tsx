/** Starts the page, and has the browser cache it for offline use. */
import { render } from 'preact';
import { App } from './app.tsx';

const KEEP_AFTER_MS = 2000;

const root = document.getElementById('app');
// In a separate task after the one that reads this script, so that neither is long.
if (root !== null) setTimeout(() => render(<App onUpdate={keepOffline} />, root));

/**
 * Registers the service worker.
 * @param offer called with a function that loads a newer version of the page, once it has been fetched; nothing reloads
 * the page unasked
 */
function keepOffline(offer: (reload: () => void) => void): void {
  // Undefined unless the address is https or of this machine.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container === undefined) return;
  // Its downloads must not delay the engine's first move.
  setTimeout(() => register(container, offer), KEEP_AFTER_MS);
}

function register(container: ServiceWorkerContainer, offer: (reload: () => void) => void): void {
  const hadOne = container.controller !== null;
  container.register(new URL('sw.js', document.baseURI), { type: 'classic' }).then(
    (registration) => {
      const look = () => {
        const { waiting } = registration;
        if (waiting === null || !hadOne) return;
        offer(() => {
          // Another tab may have let it take over already.
          if (waiting.state !== 'installed') {
            location.reload();
            return;
          }
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
      // Without a cache the page works too.
    },
  );
}
