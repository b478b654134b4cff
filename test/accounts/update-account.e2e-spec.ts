import { verify } from 'argon2';
import {
  describeService,
  errorsOn,
  newEmail,
  password,
  type Caller,
} from '../support/hosts/service.js';

describeService('PUT /accounts/:id', (service) => {
  let caller: Caller;
  let passwordHash: string;
  beforeEach(async () => {
    caller = await service().newCaller();
    passwordHash = (await row()).passwordHash;
  });
  const update = (members: object) => service().update(caller, members);
  const row = () =>
    service().prisma.account.findUniqueOrThrow({ where: { id: caller.account.id } });

  it('changes a single member and leaves the others', async () => {
    const before = await row();
    const { status, body } = await update({ name: 'New' });
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ name: 'New', email: before.email, language_code: 'en' });
    const after = await row();
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect({ ...after, name: 0, updatedAt: 0, revision: 0 }).toEqual({
      ...before,
      name: 0,
      updatedAt: 0,
      revision: 0,
    });
    expect(after.revision).toBe(before.revision + 1);
  });

  it('leaves absent optional members unchanged', async () => {
    await update({ phone: '12', default_notification_phone: { number: '123456' } });
    expect((await update({ name: 'New' })).status).toBe(200);
    expect(await row()).toMatchObject({ name: 'New', phone: '12', notificationPhone: '123456' });
  });

  it('returns the same as a read of the account', async () => {
    const { body } = await update({ name: 'New', email: newEmail(), language_code: 'fr' });
    const read = await service().as(caller, 'get', '/accounts/me');
    expect(read.body).toEqual(body);
  });

  it('accepts the id of the account instead of “me”', async () => {
    const { status, body } = await service().update(
      caller,
      { name: 'By id' },
      `/accounts/${caller.account.id}`,
    );
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: caller.account.id, name: 'By id' });
  });

  it('changes every updatable member', async () => {
    const email = newEmail();
    const { status } = await update({
      name: ' New ',
      email,
      phone: '1-2-3',
      language_code: 'de',
      default_notification_phone: { number: 123456 },
    });
    expect(status).toBe(200);
    expect(await row()).toMatchObject({
      name: 'New',
      email,
      emailKey: email,
      phone: '1-2-3',
      languageCode: 'de',
      notificationPhone: '123456',
    });
  });

  it('accepts an account sent back unchanged, and changes nothing', async () => {
    const { body } = await service().as(caller, 'get', '/accounts/me');
    const before = await row();
    for (const sent of [body, body.account, {}]) {
      const answer = await update(sent);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(body);
    }
    expect(await row()).toEqual(before);
  });

  it('applies an edited account, giving precedence to members next to it', async () => {
    const { body } = await service().as(caller, 'get', '/accounts/me');
    const edited = { ...body, account: { ...body.account, name: 'Edited', language_code: 'fr' } };
    const { status, body: updated } = await update(edited);
    expect(status).toBe(200);
    expect(updated.account).toMatchObject({ name: 'Edited', language_code: 'fr' });
    const beside = await update({ ...edited, name: 'Beside', language_code: undefined });
    expect(beside.body.account).toMatchObject({ name: 'Beside', language_code: 'fr' });
    const cleared = await update({ account: { phone: '1' }, phone: null });
    expect(cleared.status).toBe(200);
    expect(await row()).toMatchObject({ name: 'Beside', phone: null });
  });

  it('reports every wrong member of an edited account under its own name', async () => {
    const account = { name: ' ', email: 'none', default_notification_phone: {}, password: 'x' };
    const { status, body } = await update({ account, language_code: 'xx' });
    expect(status).toBe(400);
    expect(Object.keys(body.form.children).sort()).toEqual([
      'default_notification_phone',
      'email',
      'language_code',
      'name',
      'new_password',
      'old_password',
      'password',
    ]);
  });

  it.each([[null], ['x'], [5], [[{ name: 'In a list' }]], [{ account: { name: 'Deeper' } }]])(
    'ignores an account that is not an object with members: %j',
    async (account) => {
      const { status, body } = await update({ account, phone: '42' });
      expect(status).toBe(200);
      expect(body.account.name).toBe(caller.account.name);
      expect((await row()).phone).toBe('42');
    },
  );

  it('changes the password from an edited account that contains both passwords', async () => {
    const { status } = await update({
      account: { old_password: password, new_password: 'another horse 8' },
    });
    expect(status).toBe(200);
    expect((await row()).passwordHash).not.toBe(passwordHash);
  });

  it('ignores members that cannot be updated', async () => {
    const before = await row();
    const { status } = await update({
      id: 'x',
      created_at: 5,
      updated_at: null,
      client: 'other',
      permissions: 'none',
      default_email_notification_frequency: 'never',
      grouped_email_notification: true,
      password_hash: 'x',
      revision: 9,
    });
    expect(status).toBe(200);
    expect(await row()).toEqual(before);
  });

  it('changes updated_at only if something else changed', async () => {
    await update({ phone: '12' });
    const before = await row();
    await update({ phone: '12', name: before.name, email: before.email });
    expect(await row()).toEqual(before);
    await update({ phone: '13' });
    expect((await row()).revision).toBe(before.revision + 1);
  });

  it('clears optional members with null, but not required ones', async () => {
    await update({ phone: '12', default_notification_phone: { number: '123456' } });
    expect((await update({ phone: null, default_notification_phone: null })).status).toBe(200);
    expect(await row()).toMatchObject({ phone: null, notificationPhone: null });

    const { status, body } = await update({ name: null, email: null, language_code: null });
    expect(status).toBe(400);
    expect(Object.values(body.form.children)).toEqual(
      Array(3).fill({ errors: ['This value must not be blank.'], codes: ['blank'] }),
    );
  });

  it('reports every invalid field together and applies none of the rest', async () => {
    const before = await row();
    const { status, body } = await update({
      name: '',
      email: 'no',
      language_code: 'xx',
      phone: 'no',
      default_notification_phone: { number: 'no' },
      new_password: 'short',
    });
    expect(status).toBe(400);
    expect(Object.keys(body.form.children).sort()).toEqual([
      'default_notification_phone',
      'email',
      'language_code',
      'name',
      'new_password',
      'old_password',
      'phone',
    ]);
    expect(await row()).toEqual(before);
  });

  it('refuses another account’s email and applies none of the rest', async () => {
    const other = await service().newCaller();
    const before = await row();
    const { status, body } = await update({
      name: 'New',
      email: other.account.email.toUpperCase(),
    });
    expect(status).toBe(400);
    expect(errorsOn(body, 'email')).toEqual(['An account with this email address already exists.']);
    expect(await row()).toEqual(before);
  });

  it('lets an account change the letter case of its email', async () => {
    const email = caller.account.email.toUpperCase();
    const { status, body } = await update({ email });
    expect(status).toBe(200);
    expect(body.account.email).toBe(email);
  });

  it('keeps concurrent changes of different members', async () => {
    const answers = await Promise.all([
      update({ name: 'Both' }),
      update({ phone: '42' }),
      update({ language_code: 'fr' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await row()).toMatchObject({ name: 'Both', phone: '42', languageCode: 'fr' });
  });

  describe('a password change', () => {
    const newPassword = 'another horse 8';

    it('changes the password and other members if the old password is right', async () => {
      const { status } = await update({
        old_password: password,
        new_password: newPassword,
        name: 'New',
      });
      expect(status).toBe(200);
      const { passwordHash, credentialsGeneration, name } = await row();
      expect(await verify(passwordHash, newPassword)).toBe(true);
      expect(credentialsGeneration).toBe(caller.account.credentialsGeneration + 1);
      expect(name).toBe('New');
    });

    it('changes updated_at and the entity tag', async () => {
      const before = await service().as(caller, 'get', '/accounts/me');
      const changed = await update({ old_password: password, new_password: newPassword });
      const [was, is] = [before, changed].map(({ body }) => Date.parse(body.account.updated_at));
      expect(is).toBeGreaterThan(was!);
      expect(changed.headers.etag).not.toBe(before.headers.etag);
      const read = await service().as(caller, 'get', '/accounts/me');
      expect(read.body).toEqual(changed.body);
    });

    it('requires both the old and the new password', async () => {
      const old = await update({ old_password: password });
      expect(old.status).toBe(400);
      expect(Object.keys(old.body.form.children)).toEqual(['new_password']);
      const fresh = await update({ new_password: newPassword });
      expect(fresh.status).toBe(400);
      expect(Object.keys(fresh.body.form.children)).toEqual(['old_password']);
      expect((await row()).passwordHash).toBe(passwordHash);
    });

    it('rejects the member “password”', async () => {
      for (const value of [newPassword, null, 5]) {
        for (const beside of [{}, { old_password: password, new_password: newPassword }]) {
          const { status, body } = await update({ password: value, name: 'New', ...beside });
          expect(status).toBe(400);
          expect(Object.keys(body.form.children).sort()).toEqual([
            'new_password',
            'old_password',
            'password',
          ]);
        }
      }
      expect((await row()).name).toBe(caller.account.name);
    });

    it('applies nothing if the old password is wrong', async () => {
      const { status, body } = await update({
        old_password: 'wrong horse 7',
        new_password: newPassword,
        name: 'New',
      });
      expect(status).toBe(400);
      expect(body.form.children).toEqual({
        old_password: {
          errors: ['The current password is incorrect.'],
          codes: ['old_password_wrong'],
        },
      });
      expect(await row()).toMatchObject({
        name: caller.account.name,
        passwordHash: passwordHash,
      });
    });

    it('rejects an invalid new password', async () => {
      for (const value of ['ab1', 'abcdef', '123456', '', null, 7]) {
        const { status, body } = await update({ old_password: password, new_password: value });
        expect({ value, status }).toEqual({ value, status: 400 });
        expect(Object.keys(body.form.children)).toEqual(['new_password']);
      }
    });

    it('applies nothing if the email is taken', async () => {
      const other = await service().newCaller();
      const { status } = await update({
        old_password: password,
        new_password: newPassword,
        email: other.account.email,
      });
      expect(status).toBe(400);
      expect((await row()).passwordHash).toBe(passwordHash);
    });

    it('reports a wrong old password together with other errors', async () => {
      const other = await service().newCaller();
      const { status, body } = await update({
        old_password: 'wrong horse 7',
        new_password: newPassword,
        email: other.account.email,
        name: '',
      });
      expect(status).toBe(400);
      expect(Object.keys(body.form.children).sort()).toEqual(['email', 'name', 'old_password']);
    });

    it.each(['short', '', null, 7])(
      'reports a wrong old password together with an invalid new one: %j',
      async (wrong) => {
        const { status, body } = await update({
          old_password: 'wrong horse 7',
          new_password: wrong,
        });
        expect(status).toBe(400);
        expect(errorsOn(body, 'old_password')).toEqual(['The current password is incorrect.']);
        expect(errorsOn(body, 'new_password')).toEqual(expect.any(Array));
        const right = await update({ old_password: password, new_password: wrong });
        expect(Object.keys(right.body.form.children)).toEqual(['new_password']);
      },
    );

    it('applies only one of two concurrent changes with the right old password', async () => {
      const answers = await Promise.all(
        ['first horse 1', 'second horse 2'].map((next) =>
          update({ old_password: password, new_password: next }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await row()).credentialsGeneration).toBe(caller.account.credentialsGeneration + 1);
    });

    it('keeps the application’s token valid', async () => {
      await update({ old_password: password, new_password: newPassword });
      expect((await service().as(caller, 'get', '/accounts/me')).status).toBe(200);
    });
  });

  it('replaces a weak password hash at the next successful check', async () => {
    const { argon2id, hash } = await import('argon2');
    const weak = await hash(password, { type: argon2id, memoryCost: 8_192, timeCost: 1 });
    await service().prisma.account.update({
      where: { id: caller.account.id },
      data: { passwordHash: weak },
    });
    const other = await service().newCaller();
    // The change itself fails, so only the password check takes effect.
    await update({
      old_password: password,
      new_password: 'another horse 8',
      email: other.account.email,
    });
    const { passwordHash } = await row();
    expect(passwordHash).toMatch(/m=19456,t=2,p=1/);
    expect(await verify(passwordHash, password)).toBe(true);
  });
});
