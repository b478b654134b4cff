import { ApiProperty, ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { accountMember } from '../account.members.js';

/* The descriptions of an account member in a creation request, an update request and a response. */

export function InitialMember(): PropertyDecorator {
  return (target, property) => {
    const { schema, sentSchema, isRequired } = accountMember(String(property));
    if (isRequired) ApiProperty({ ...schema, ...sentSchema })(target, property);
    else ApiPropertyOptional({ ...schema, ...sentSchema, nullable: true })(target, property);
  };
}

/** @param example an example that differs from the one of a creation */
export function ChangeableMember(example?: string): PropertyDecorator {
  return (target, property) => {
    const { schema, sentSchema, isRequired } = accountMember(String(property));
    ApiPropertyOptional({
      ...schema,
      ...sentSchema,
      ...(example !== undefined && { example }),
      ...(!isRequired && { nullable: true }),
    })(target, property);
  };
}

export function ReadMember(): PropertyDecorator {
  return (target, property) => {
    const { schema, field, isRequired } = accountMember(String(property));
    const isNullable = field !== undefined && !isRequired;
    ApiProperty({ ...schema, ...(isNullable && { nullable: true }) })(target, property);
  };
}
