import { hashLimits } from '../../dist/access/passwords/password-hasher.js';

/** The service's default parameters, with the names of the argon2 package. */
export const argon2Parameters = {
  memoryCost: hashLimits.memoryKiB.min,
  timeCost: hashLimits.iterations.min,
  parallelism: hashLimits.parallelism.min,
};
