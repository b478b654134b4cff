export { signInFeature } from './sign-in.feature.js';
