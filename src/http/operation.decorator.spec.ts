import { Get } from '@nestjs/common';
import { AccountsApi } from './accounts-api.decorator.js';
import { Operation } from './operation.decorator.js';

describe('@Operation()', () => {
  it('accepts only the name of a rate limit policy for operations', () => {
    // @ts-expect-error -- a typo
    Operation('accounts.raed');
    // @ts-expect-error -- it limits guesses, not an operation
    Operation('passwords.failed');
    Operation('accounts.read');
  });

  it('is required on every route by @AccountsApi()', () => {
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
