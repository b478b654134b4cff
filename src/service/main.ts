import { loadIfSupported } from './start/node-version.js';

loadIfSupported(() => import('./run.js'));
