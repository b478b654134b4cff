export { consoleFeature, oauthFeature } from './console.feature.js';
export { mailFeature } from './mail.feature.js';
