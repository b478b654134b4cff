import { owaspFloor } from '../../dist/access/passwords/password-hasher.js';

/** The service's default parameters, with the names of the argon2 package. */
export const argon2Parameters = {
  memoryCost: owaspFloor.memoryKiB,
  timeCost: owaspFloor.iterations,
  parallelism: owaspFloor.parallelism,
};
