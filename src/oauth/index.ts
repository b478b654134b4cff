export { oauthFeature } from './oauth.feature.js';
