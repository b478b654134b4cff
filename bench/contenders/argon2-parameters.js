import { owaspFloor } from '../../dist/access/passwords/password-hasher.js';

/** The service's own default, by the names of the package argon2. */
export const argon2Parameters = {
  memoryCost: owaspFloor.memoryKiB,
  timeCost: owaspFloor.iterations,
  parallelism: owaspFloor.parallelism,
};
