import { Get } from '@nestjs/common';
import { AccountsApi } from './accounts-api.decorator.js';
import { Operation } from './operation.decorator.js';

describe('an operation', () => {
  it('has the name of a policy that limits it', () => {
    // @ts-expect-error -- a typing error
    Operation('accounts.raed');
    // @ts-expect-error -- it limits guesses, not an operation
    Operation('passwords.failed');
    Operation('accounts.read');
  });

  it('belongs to every route: one without fails the start', () => {
    class Complete {
      @Operation('accounts.read')
      @Get()
      read(): void {}

      notARoute(): void {}
    }
    expect(() => AccountsApi()(Complete)).not.toThrow();

    class Incomplete {
      @Get()
      read(): void {}
    }
    expect(() => AccountsApi()(Incomplete)).toThrow('Incomplete.read needs @Operation()');
  });
});
