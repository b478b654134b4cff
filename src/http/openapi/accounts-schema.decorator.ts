import { ApiSchema } from './swagger.decorators.js';

/** A host's schema with the same name would be merged with ours. */
export const AccountsSchema: ClassDecorator = (dto) =>
  ApiSchema({ name: `Accounts${dto.name.replace(/Dto$/, '')}` })(dto);
