import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { Type } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { en } from '../language/catalogues/en.js';
import { accountMember, accountMembers, fieldsSetBy, readAccount } from './account.members.js';
import { AccountDto } from './dto/account.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';

type Name = keyof typeof accountMembers;
const names = Object.keys(accountMembers) as Name[];

/** The members of an account that a DTO takes from a request. */
function exposedBy(dto: Type): string[] {
  const everything = Object.fromEntries(names.map((name) => [name, null]));
  return Object.keys(plainToInstance(dto, everything, { excludeExtraneousValues: true }) as object)
    .filter((name) => names.includes(name as Name))
    .sort();
}

const described = (dto: Type): string[] =>
  (Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype) as string[])
    .map((name) => name.slice(1))
    .sort();

/** The decorators that decide about a missing value, by how class-validator names them. */
const presences: Readonly<Record<string, string>> = {
  isDefined: 'required',
  isOptional: 'optional',
  conditionalValidation: 'not null',
};

/** How a DTO treats a missing value of a member, and the rules of other values. */
function rulesOf(dto: Type, member: string) {
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', true, false)
    .filter(({ propertyName }) => propertyName === member)
    .map(({ name, type, message, context, groups }) => ({
      name: name ?? type,
      rule: { message, context, groups },
    }));
  return {
    presence: rules.flatMap(({ name }) => presences[name] ?? []),
    rules: rules.filter(({ name }) => !(name in presences)).map(({ rule }) => rule),
  };
}

const namesOf = (isMeant: (declaration: ReturnType<typeof accountMember>) => boolean) =>
  names.filter((name) => isMeant(accountMember(name))).sort();

describe('a member of an account', () => {
  it('that has a field is in the DTO of a request that creates an account', () => {
    expect(exposedBy(CreateAccountDto)).toEqual(namesOf(({ field }) => field !== undefined));
  });

  it('that is changeable is in the DTO of a request that changes an account', () => {
    expect(exposedBy(UpdateAccountDto)).toEqual(namesOf(({ isChangeable }) => !!isChangeable));
  });

  it('that is changeable has a label, by which the page Activity names it', () => {
    const changeable = namesOf(({ isChangeable }) => !!isChangeable);
    expect(changeable.filter((name) => !Object.hasOwn(en, `field.${name}`))).toEqual([]);
  });

  it('that is read is in the DTO of an account, and no other is', () => {
    expect(described(AccountDto)).toEqual(namesOf(({ read }) => read !== undefined));
  });

  it.each(namesOf(({ field }) => field !== undefined))('that is sent has rules: %s', (name) => {
    const { presence, rules } = rulesOf(CreateAccountDto, name);
    expect(presence).toEqual([accountMember(name).isRequired ? 'required' : 'optional']);
    expect(rules).not.toEqual([]);
  });

  it.each(namesOf(({ isChangeable }) => !!isChangeable))(
    'that is changeable has the same rules in both requests: %s',
    (name) => {
      const { presence, rules } = rulesOf(UpdateAccountDto, name);
      expect(presence).toEqual([accountMember(name).isRequired ? 'not null' : 'optional']);
      const sameRules = rulesOf(CreateAccountDto, name).rules;
      const notNull = { message: 'blank', context: undefined, groups: undefined };
      expect(rules).toEqual(accountMember(name).isRequired ? [...sameRules, notNull] : sameRules);
    },
  );

  it('is declared', () => {
    expect(() => accountMember('avatar')).toThrow('An account has no member avatar.');
  });
});

describe('the fields that a request sets', () => {
  it('are those of the members that are there, as they are stored', () => {
    const request = {
      name: 'Ada',
      phone: null,
      default_notification_phone: { number: '+12023580001' },
      new_password: 'not a member',
    };
    expect(fieldsSetBy(request)).toEqual({
      name: 'Ada',
      phone: null,
      notificationPhone: '+12023580001',
    });
  });

  it('are cleared where null is sent', () => {
    expect(fieldsSetBy({ default_notification_phone: null })).toEqual({ notificationPhone: null });
  });
});

describe('an account as it is read', () => {
  it('shows nothing of a field that no member reads', () => {
    const hidden = 'hidden value';
    const account = {
      createdAt: new Date(),
      updatedAt: new Date(),
      phone: hidden,
      notificationPhone: hidden,
      client: hidden,
      passwordHash: hidden,
    } as Partial<Account> as Account;
    expect(JSON.stringify(readAccount(account))).not.toContain(hidden);
  });
});
