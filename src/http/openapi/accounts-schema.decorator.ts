import { ApiSchema } from './swagger.decorators.js';

/**
 * A schema in the description of the interface, under a name of ours: among those of a host two of
 * the same name would become one.
 */
export const AccountsSchema: ClassDecorator = (dto) =>
  ApiSchema({ name: `Accounts${dto.name.replace(/Dto$/, '')}` })(dto);
