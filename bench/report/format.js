const missing = '';

export function count(value) {
  return value === undefined ? missing : fixed(value, value < 100 ? 1 : 0);
}

export function fixed(value, digits) {
  if (value === undefined) return missing;
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export const milliseconds = (value) => fixed(value, value < 10 ? 2 : 1);
export const seconds = (ms) => fixed(ms / 1_000, 2);
