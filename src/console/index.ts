export { consoleFeature } from './console.feature.js';
