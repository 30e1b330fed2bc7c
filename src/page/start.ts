/** What the page does first: a separate script in its head. */
import { beginFirstWorker } from './engine/first-worker.ts';

beginFirstWorker();
