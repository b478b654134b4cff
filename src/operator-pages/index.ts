export { operatorPagesFeature } from './operator-pages.feature.js';
