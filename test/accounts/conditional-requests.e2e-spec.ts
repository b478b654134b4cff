import {
  describeService,
  errorsOn,
  newEmail,
  password,
  type Caller,
} from '../support/hosts/service.js';

describeService('a conditional request', (service) => {
  let caller: Caller;
  beforeEach(async () => {
    caller = await service().newCaller();
  });
  const read = (headers: Record<string, string> = {}, path = '/accounts/me') =>
    service().as(caller, 'get', path).set(headers);
  const update = (members: object, headers: Record<string, string> = {}) =>
    service().update(caller, members).set(headers);
  const tag = async () => (await read()).headers.etag!;
  const failure = {
    error: 'precondition_failed',
    error_description: 'The account has changed since you loaded it. Reload it.',
  };

  it('can use the strong entity tag of every response with an account', async () => {
    const [first, byId, again] = [
      await read(),
      await read({}, `/accounts/${caller.account.id}`),
      await update({}),
    ];
    expect(first.headers.etag).toMatch(/^"[\w.]+"$/);
    expect(byId.headers.etag).toBe(first.headers.etag);
    expect(again.headers.etag).toBe(first.headers.etag);
    const changed = await update({ name: 'Another' });
    expect(changed.headers.etag).not.toBe(first.headers.etag);
    expect(changed.headers.etag).toBe(await tag());
    const created = await service().create(caller);
    expect(created.headers.etag).toContain(created.body.account.id);
  });

  it('does not match the tag of another account', async () => {
    const etag = await tag();
    const other = await service().newCaller();
    const answer = await service().as(other, 'get', '/accounts/me').set('If-None-Match', etag);
    expect(answer.status).toBe(200);
    expect(answer.body.account.id).toBe(other.account.id);
  });

  it('returns 304 without a body if nothing has changed', async () => {
    const etag = await tag();
    const known = await read({ 'If-None-Match': `"x", W/${etag}` });
    expect(known.status).toBe(304);
    expect(known.text).toBe('');
    expect(known.headers).toMatchObject({
      etag,
      'content-version': '1.21',
      vary: expect.stringContaining('Accept-Version, Accept-Language'),
      'cache-control': 'private, no-cache',
    });
    await update({ name: 'Another' });
    const changed = await read({ 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body.account.name).toBe('Another');
  });

  it('changes an account only if it has not changed since it was read', async () => {
    const etag = await tag();
    const first = await update({ name: 'First' }, { 'If-Match': etag });
    expect(first.status).toBe(200);
    const late = await update({ name: 'Late' }, { 'If-Match': etag });
    expect(late.status).toBe(412);
    expect(late.body).toEqual(failure);
    const next = await update({ name: 'Next' }, { 'If-Match': first.headers.etag! });
    expect(next.body.account.name).toBe('Next');
  });

  it.each([{}, { name: 'Somebody' }])('applies to a PUT of %j', async (members) => {
    expect((await update(members, { 'If-Match': '"x"' })).status).toBe(412);
    expect((await update(members, { 'If-Match': await tag() })).status).toBe(200);
  });

  it.each(['"x"', 'W/$', 'not a tag', ''])('changes nothing with If-Match: %s', async (value) => {
    const ifMatch = value.replace('$', await tag());
    expect((await update({ name: 'New' }, { 'If-Match': ifMatch })).status).toBe(412);
    expect((await read()).body.account.name).toBe('Somebody');
  });

  it('changes an account with If-Match: *, but never with If-None-Match: *', async () => {
    expect((await update({ name: 'New' }, { 'If-Match': '*' })).status).toBe(200);
    expect((await update({ name: 'Newer' }, { 'If-None-Match': '*' })).status).toBe(412);
  });

  it('reads only a state that If-Match names', async () => {
    for (const path of ['/accounts/me', `/accounts/${caller.account.id}`, '/app/data']) {
      const etag = (await read({}, path)).headers.etag!;
      for (const value of [etag, `"x", ${etag}`, '*']) {
        expect((await read({ 'If-Match': value }, path)).status).toBe(200);
      }
      for (const value of ['"x"', `W/${etag}`, 'not a tag', '']) {
        const late = await read({ 'If-Match': value }, path);
        expect({ path, value, status: late.status }).toEqual({ path, value, status: 412 });
        expect(late.body).toEqual(failure);
      }
      expect((await read({ 'If-Match': '"x"', 'If-None-Match': etag }, path)).status).toBe(412);
      expect((await read({ 'If-Match': etag, 'If-None-Match': etag }, path)).status).toBe(304);
    }
  });

  it('lets only one of many concurrent updates of the same state succeed', async () => {
    const etag = await tag();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update({ name: `Name ${index}` }, { 'If-Match': etag }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await read()).body).toEqual(won[0]!.body);
  });

  it('lets all concurrent updates with If-Match: * succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update({ name: `Name ${index}` }, { 'If-Match': '*' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('applies to a password change', async () => {
    const etag = await tag();
    await update({ name: 'Another' });
    const change = { old_password: password, new_password: 'another horse 8' };
    expect((await update(change, { 'If-Match': etag })).status).toBe(412);
    expect((await update(change, { 'If-Match': await tag() })).status).toBe(200);
    const again = await update(change, { 'If-Match': await tag() });
    expect(errorsOn(again.body, 'old_password')).toHaveLength(1);
  });

  it('reports invalid input first', async () => {
    const answer = await update({ email: 'nobody' }, { 'If-Match': '"x"' });
    expect(answer.status).toBe(400);
  });

  it('applies to a deletion', async () => {
    const etag = await tag();
    await update({ email: newEmail() });
    const remove = (ifMatch: string) =>
      service().as(caller, 'delete', '/accounts/me').set('If-Match', ifMatch);
    expect((await remove(etag)).status).toBe(412);
    expect((await read()).status).toBe(200);
    expect((await remove(await tag())).status).toBe(204);
    expect((await read()).status).toBe(401);
  });

  it('is not required to keep concurrent changes of different members', async () => {
    const email = newEmail();
    await Promise.all([
      update({ name: 'Another' }),
      update({ email }),
      update({ language_code: 'fr' }),
    ]);
    const { body } = await read();
    expect(body.account).toMatchObject({ name: 'Another', email, language_code: 'fr' });
  });
});
