import { checkedOptions, checkedPath, type AccountsModuleOptions } from './accounts.options.js';

const secret = 'a secret of thirty-two characters or more';
const least: AccountsModuleOptions = {
  database: { url: 'postgresql://127.0.0.1/accounts' },
  secretKeys: [secret],
};
const given = (options: object) => () =>
  checkedOptions({ ...least, ...options } as AccountsModuleOptions);
const connect = () => undefined;

describe('the options of the module', () => {
  it.each<object>([
    {},
    { database: { pool: { connect } } },
    { database: { pool: { connect }, schema: 'accounts' } },
    { database: { adapter: { connect } } },
    { publicUrl: 'https://a.example/base' },
    { publicUrl: undefined, signUp: undefined, passwordPolicy: undefined },
    { passwordHash: { memoryKiB: undefined, lanes: 2 } },
    { auditDays: 30 },
    { auditSourceDays: 7, auditSourceDaysAfterDeletion: 3_650 },
    { auditDays: undefined },
    { apiVersions: [{ version: '2.0' }, { version: '2.1', difference: {} }] },
  ])('are taken as they are: %j', (options) => {
    expect(given(options)).not.toThrow();
  });

  it.each<[string, object]>([
    ['database', { database: undefined }],
    ['database', { database: { url: undefined } }],
    ['database', { database: { url: '' } }],
    ['database', { database: { url: 'mysql://user:sesame@host/x' } }],
    ['database', { database: { url: 'postgresql://user:sesame@ho st/x' } }],
    ['database', { database: { url: 'postgresql://host/x', pool: { connect } } }],
    ['database', { database: { url: 'postgresql://host/x', schema: '' } }],
    ['database', { database: { pool: {} } }],
    ['database', { database: 'postgresql://host/x' }],
    ['secretKeys', { secretKeys: undefined }],
    ['secretKeys', { secretKeys: [] }],
    ['secretKeys', { secretKeys: [undefined] }],
    ['secretKeys', { secretKeys: ['sesame'] }],
    ['publicUrl', { publicUrl: 'accounts.example' }],
    ['publicUrl', { publicUrl: 'ftp://accounts.example' }],
    ['publicUrl', { publicUrl: 'https://accounts.example/?sesame' }],
    ['signUp', { signUp: 'off' }],
    ['passwordPolicy', { passwordPolicy: 'lax' }],
    ['secondFactor', { secondFactor: 'always' }],
    ['passwordPolicy', { passwordPolicy: 'STRICT' }],
    ['passwordHash', { passwordHash: { memoryKiB: NaN } }],
    ['passwordHash', { passwordHash: null }],
    ['auditDays', { auditDays: 29 }],
    ['auditDays', { auditDays: 3_651 }],
    ['auditDays', { auditDays: 36.5 }],
    ['auditDays', { auditDays: '365' }],
    ['auditSourceDays', { auditSourceDays: 6 }],
    ['auditSourceDaysAfterDeletion', { auditSourceDaysAfterDeletion: 3_651 }],
    ['counterStorage', { counterStorage: {} }],
    ['principalCacheBytes', { principalCacheBytes: -1 }],
    ['principalCacheBytes', { principalCacheBytes: 0.5 }],
    ['apiVersions', { apiVersions: [] }],
    ['apiVersions', { apiVersions: [{ version: 'v1' }] }],
    ['apiVersions', { apiVersions: [{ version: '1.2.3' }] }],
    ['apiVersions', { apiVersions: [{ version: '1.8' }, { version: '1.8' }] }],
    ['features', { features: [] }],
    ['mountPath', { mountPath: 'accounts' }],
    ['basePath', { basePath: '' }],
    ['isGlobal', { isGlobal: true }],
  ])('are refused by name and never repeated: %s in %j', (name, options) => {
    expect(given(options)).toThrow(`AccountsModule cannot start: ${name} `);
    expect(given(options)).not.toThrow(/sesame/);
  });

  it('are all named at once', () => {
    const message = /database must .*; secretKeys must .*; signUp must /;
    expect(given({ database: {}, secretKeys: [], signUp: 1 })).toThrow(message);
  });
});

describe('a path of the module', () => {
  it.each(['', 'api', '/api/', 'a/b-c/~d.e_f'])('is taken: %j', (path) => {
    expect(checkedPath('mountPath', path)).toBe(path.replaceAll(/^\/|\/$/g, ''));
  });

  it.each(['a b', 'ä', 'a/../b', 'a//b', ':id', '*', 'a?b', 'a#b', '%2f', '.'])(
    'is refused: %j',
    (path) => {
      expect(() => checkedPath('basePath', path)).toThrow(
        'AccountsModule cannot start: basePath must be a path',
      );
    },
  );
});
