import type { Account } from '../database/records.js';
import { Links } from '../http/urls/links.js';
import { AccountPresenter } from './account.presenter.js';

const account = {
  id: '7hT2mQx9LbW4KcV8NpR3ZsYd',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  emailKey: 'ada@example.com',
  languageCode: 'en',
  phone: '(202) 358-0001',
  createdAt: new Date('2026-01-18T14:49:37.123Z'),
  updatedAt: new Date('2026-01-19T00:00:00.000Z'),
  groupedEmailNotification: true,
  emailFrequency: 'daily',
  desktopFrequency: 'hourly',
  pushFrequency: 'instantly',
  trendingEmailFrequency: 'often',
  canCreateAlert: true,
  canReadTeammembers: false,
  canReadTeamrequests: true,
  canReadQuotastats: false,
  subscribedToQuotaExceeded: true,
  revision: 7,
} as unknown as Account;

const presenter = new AccountPresenter(
  new Links('api', { getGlobalPrefix: () => 'v1', getGlobalPrefixOptions: () => ({}) }),
);

describe('an account in a response', () => {
  it('has the readable members, a self link and nothing else', () => {
    expect(presenter.present(account)).toEqual({
      account: {
        id: '7hT2mQx9LbW4KcV8NpR3ZsYd',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        language_code: 'en',
        created_at: '2026-01-18T14:49:37.123+00:00',
        updated_at: '2026-01-19T00:00:00.000+00:00',
        grouped_email_notification: true,
        default_email_notification_frequency: 'daily',
        default_desktop_notification_frequency: 'hourly',
        default_push_notification_frequency: 'instantly',
        default_trending_email_notification_frequency: 'often',
        permissions: {
          create_alert: true,
          read_teammembers: false,
          read_teamrequests: true,
          read_quotastats: false,
        },
        email_subscriptions: { quota_exceeded: true },
      },
      _links: { self: { href: '/v1/api/accounts/7hT2mQx9LbW4KcV8NpR3ZsYd' } },
    });
  });

  it.each([
    ['create_alert', 'canCreateAlert'],
    ['read_teammembers', 'canReadTeammembers'],
    ['read_teamrequests', 'canReadTeamrequests'],
    ['read_quotastats', 'canReadQuotastats'],
  ] as const)('reads the permission %s from its own column', (permission, column) => {
    const none = { canCreateAlert: false, canReadTeamrequests: false };
    const { permissions } = presenter.present({ ...account, ...none, [column]: true }).account;
    expect(Object.entries(permissions).filter(([, is]) => is)).toEqual([[permission, true]]);
  });
});
