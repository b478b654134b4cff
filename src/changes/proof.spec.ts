import { byHost, type Requester } from '../request/requester.js';
import { toConditions, getRequester, type Proof } from './proof.js';

const about = { accountId: 'ada', applicationId: 'notes', authorizationId: null };
const token = { channel: 'http', tokenId: 'token', kind: 'application', ...about } as const;
const visitor = { channel: 'console', accountId: 'ada', sessionId: 'session' } as const;
const grace = { channel: 'http', operator: 'grace' } as const;

describe('The proof of a change', () => {
  it.each<[string, Proof, object]>([
    ['the host', byHost, {}],
    ['an operator', grace, {}],
    ['an operator on the command line', { channel: 'command_line', operator: 'grace' }, {}],
    ['an OAuth client', { channel: 'oauth', applicationId: 'notes' }, {}],
    ['a visitor who is not signed in', { channel: 'console' }, {}],
    ['a visitor', visitor, { sessionId: 'session' }],
    ['a token', token, { tokenId: 'token' }],
    ['a token in a message', { ...token, channel: 'messages' }, { tokenId: 'token' }],
    ['a token whose holder acts as an operator', { ...token, ...grace }, { tokenId: 'token' }],
    [
      'a session and the credentials',
      { shown: 'credentials', generation: 2, requester: visitor },
      { sessionId: 'session', generation: 2 },
    ],
    ['a password', { shown: 'password', generation: 2, requester: visitor }, { generation: 2 }],
    ['a factor', { shown: 'factor', requester: visitor }, {}],
    [
      'a link of one generation',
      { shown: 'link', generation: 2, requester: visitor },
      { generation: 2 },
    ],
    ['a link', { shown: 'link', requester: visitor }, {}],
  ])('from %s requires the session, token or generation it depends on', (_, proof, conditions) => {
    expect(toConditions(proof)).toEqual(conditions);
  });

  it.each([undefined, {}, { operator: 'grace' }, { shown: 'link' }])(
    'must name its requester, unlike %j',
    (proof) => {
      expect(() => toConditions(proof as Proof)).toThrow('byHost');
      expect(() => getRequester(proof as Requester)).toThrow('byHost');
    },
  );
});
