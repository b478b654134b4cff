import { Reflector } from '@nestjs/core';
import type { RateLimitPolicyName } from '../../../limits/rate-limit.policies.js';

/**
 * Limits a form for each account. The page guard counts it and refuses it with an error page, so the user must not have
 * entered anything in it.
 */
export const PageLimit = Reflector.createDecorator<RateLimitPolicyName>();

/**
 * Limits a form for each account. A refusal shows the form again with its values, so the guard does not count it:
 * `formAction()` does, or a service that the handler calls.
 */
export const FormLimit = Reflector.createDecorator<RateLimitPolicyName>();
