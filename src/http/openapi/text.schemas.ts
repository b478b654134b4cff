/** No control characters: `\p{Cc}`, spelled out for tools that read patterns without Unicode. */
const oneLine = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

const text = <const Members extends object>(members: Members) =>
  ({ type: 'string', ...members }) as const;

export const identifierSchema = text({
  minLength: 24,
  maxLength: 24,
  pattern: '^[0-9A-Za-z]{24}$',
});

export const tokenSchema = text({ minLength: 86, maxLength: 86, pattern: '^[0-9A-Za-z]{86}$' });

export const clientSecretSchema = text({
  minLength: 64,
  maxLength: 64,
  pattern: '^[0-9A-Za-z]{64}$',
});

export const versionSchema = text({
  maxLength: 9,
  pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})$',
  example: '1.21',
});

/** A version in a request; a third number is ignored. It has no example, because Swagger UI would send it. */
export const requestedVersionSchema = text({
  maxLength: 19,
  pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})(\\.\\d{1,9})?$',
});

export const nameSchema = text({ minLength: 1, maxLength: 255, pattern: oneLine });
export const phoneSchema = text({ maxLength: 64, pattern: oneLine });

/** Addresses in any script, which the format `email` does not cover. */
export const emailSchema = text({ format: 'idn-email', minLength: 2, maxLength: 255 });
export const redirectUriSchema = text({ format: 'uri', maxLength: 2_000 });
export const sentenceSchema = text({ minLength: 1, maxLength: 500, pattern: oneLine });

export const languageTagSchema = text({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}(-[0-9A-Za-z]{2,8})*$',
});

export const unixTimeSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: 253_402_300_799,
  example: 1_795_258_195,
} as const;
