import { Get, Post } from '@nestjs/common';
import { ConsolePages } from './console-pages.decorator.js';
import { FormLimit, PageLimit } from './page-limit.js';
import { OpenToAll } from './page.guard.js';

describe('@ConsolePages()', () => {
  it('requires a limit for every form of a signed-in user', () => {
    class Limited {
      @Get()
      page(): void {}

      @Post()
      @FormLimit('accounts.update')
      save(): void {}

      @Post('remove')
      @PageLimit('accounts.update')
      remove(): void {}

      @Post('sign-out')
      @OpenToAll()
      signOut(): void {}
    }
    expect(() => ConsolePages('console/limited')(Limited)).not.toThrow();

    class Unlimited {
      @Post()
      save(): void {}
    }
    expect(() => ConsolePages('console/unlimited')(Unlimited)).toThrow('Unlimited.save needs');

    @OpenToAll()
    class Open {
      @Post()
      save(): void {}
    }
    expect(() => ConsolePages('console/open')(Open)).not.toThrow();
  });
});
