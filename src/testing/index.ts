export {
  AccountsTestingModule,
  type AccountsTestingOptions,
  type TestPrincipal,
} from './accounts-testing.module.js';
