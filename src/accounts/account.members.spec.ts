import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { Type } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { en } from '../language/catalogues/en.js';
import { fieldsSetBy } from './account-fields.js';
import { accountMember, accountMembers, readAccount } from './account.members.js';
import { AccountDto } from './dto/account.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { ImportedAccountDto } from './imports/imported-account.dto.js';

type Name = keyof typeof accountMembers;
const names = Object.keys(accountMembers) as Name[];

/** The members of an account that a DTO accepts from a request. */
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

/** The decorators for missing values, by their name in class-validator. */
const presences: Readonly<Record<string, string>> = {
  isDefined: 'required',
  isOptional: 'optional',
  conditionalValidation: 'not null',
};

/** How a DTO treats a missing value of a member, and the rules of other values. */
function listRules(dto: Type, member: string) {
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

const listNames = (isMeant: (declaration: ReturnType<typeof accountMember>) => boolean) =>
  names.filter((name) => isMeant(accountMember(name))).sort();

describe('a member of an account', () => {
  it('is in CreateAccountDto exactly if it has a field', () => {
    expect(exposedBy(CreateAccountDto)).toEqual(listNames(({ field }) => field !== undefined));
  });

  it('is in UpdateAccountDto exactly if it is changeable', () => {
    expect(exposedBy(UpdateAccountDto)).toEqual(listNames(({ isChangeable }) => !!isChangeable));
  });

  it('has a label for the Activity page if it is changeable', () => {
    const changeable = listNames(({ isChangeable }) => !!isChangeable);
    expect(changeable.filter((name) => !Object.hasOwn(en, `field.${name}`))).toEqual([]);
  });

  it('is in AccountDto exactly if it is readable', () => {
    expect(described(AccountDto)).toEqual(listNames(({ read }) => read !== undefined));
  });

  it.each(listNames(({ field }) => field !== undefined))(
    'has validation rules if it has a field: %s',
    (name) => {
      const { presence, rules } = listRules(CreateAccountDto, name);
      expect(presence).toEqual([accountMember(name).isRequired ? 'required' : 'optional']);
      expect(rules).not.toEqual([]);
    },
  );

  it.each(listNames(({ isChangeable }) => !!isChangeable))(
    'has the same rules for creation and change: %s',
    (name) => {
      const { presence, rules } = listRules(UpdateAccountDto, name);
      expect(presence).toEqual([accountMember(name).isRequired ? 'not null' : 'optional']);
      const sameRules = listRules(CreateAccountDto, name).rules;
      const notNull = { message: 'blank', context: undefined, groups: undefined };
      expect(rules).toEqual(accountMember(name).isRequired ? [...sameRules, notNull] : sameRules);
    },
  );

  it('is in ImportedAccountDto, with the rules for creation, if it has a field', () => {
    const withField = listNames(({ field }) => field !== undefined);
    expect(exposedBy(ImportedAccountDto)).toEqual(['created_at', ...withField].sort());
    for (const name of withField) {
      const rules = [ImportedAccountDto, CreateAccountDto].map((dto) => listRules(dto, name));
      expect({ name, ...rules[0] }).toEqual({ name, ...rules[1] });
    }
  });

  it('must be declared', () => {
    expect(() => accountMember('avatar')).toThrow('An account has no member avatar.');
  });
});

describe('the fields that a request sets', () => {
  it('are those of the members it contains, under their stored names', () => {
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

  it('are cleared if the request sends null', () => {
    expect(fieldsSetBy({ default_notification_phone: null })).toEqual({ notificationPhone: null });
  });
});

describe('the representation of an account', () => {
  it('hides fields that no member reads', () => {
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
