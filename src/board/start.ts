/** What the page does before anything else: a script of its own in the head. */
import { beginFirstWorker } from './engine/first-worker.ts';

beginFirstWorker();
