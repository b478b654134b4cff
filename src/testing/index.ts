export {
  AccountsTestingModule,
  type AccountsTestingOptions,
  testPrincipal,
  type TestPrincipal,
} from './accounts-testing.module.js';
