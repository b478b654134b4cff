export { operatorFeature, type OperatorFeatureOptions } from './operator.feature.js';
export { type OperatorGuard, type OperatorName } from './operator.guard.js';
