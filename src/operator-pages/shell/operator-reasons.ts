import { Injectable } from '@nestjs/common';
import type { FormParameters } from '../../http/input/form-body.js';
import { SuspensionDto } from '../../operator/dto/reason.dto.js';
import type { OperatorRequester } from '../../request/requester.js';
import { DtoValidator } from '../../validation/dto-validator.js';

/** Requires a reason for every action of the operator pages. */
@Injectable()
export class OperatorReasons {
  constructor(private readonly validator: DtoValidator) {}

  /** Adds the reason in a form to the caller, for the audit trail. @throws ValidationFailedError about `reason` */
  async read(form: FormParameters, requester: OperatorRequester): Promise<OperatorRequester> {
    const { reason } = await this.validator.validate(SuspensionDto, form);
    return { ...requester, reason };
  }
}
