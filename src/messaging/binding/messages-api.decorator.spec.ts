import { MessagePattern } from '@nestjs/microservices';
import { Operation } from '../../http/operation.decorator.js';
import { MessagesApi } from './messages-api.decorator.js';

describe('a message pattern', () => {
  it('requires @Operation() on its handler', () => {
    class Complete {
      @Operation('accounts.read')
      @MessagePattern('accounts.get')
      read(): void {}
    }
    expect(() => MessagesApi()(Complete)).not.toThrow();

    class Incomplete {
      @MessagePattern('accounts.get')
      read(): void {}
    }
    expect(() => MessagesApi()(Incomplete)).toThrow('Incomplete.read needs @Operation()');
  });
});
