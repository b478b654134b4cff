import type { Provider } from '@nestjs/common';
import { fromOptions } from '../accounts.options.js';
import { ApplicationDataCatalogue } from './application-data.js';
import { Languages } from './languages.js';

export const languageProviders: readonly Provider[] = [
  fromOptions(Languages, ({ messages }) => new Languages(messages)),
  {
    provide: ApplicationDataCatalogue,
    useFactory: (languages: Languages) => new ApplicationDataCatalogue(languages),
    inject: [Languages],
  },
];
