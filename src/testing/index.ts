export {
  AccountsTestingModule,
  type AccountsTestingOptions,
  testPrincipal,
  type TestPrincipal,
  testSession,
  type TestSession,
} from './accounts-testing.module.js';
