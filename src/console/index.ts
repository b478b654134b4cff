export { consoleFeature, oauthFeature } from './console.feature.js';
