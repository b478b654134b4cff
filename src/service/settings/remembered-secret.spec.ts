import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from './settings.error.js';
import { readSettings } from './settings.js';

const secret = 'a secret that is long enough: 32';

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'settings-'));
});

afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

describe('the generated secret', () => {
  const readSecret = (folder: string) => readSettings({ DATA_DIR: folder }).secretKeys;

  it('is created at the first start, and reused at the next', () => {
    const folder = join(dataDir, 'first', 'start');
    const [made, ...others] = readSecret(folder);
    expect(made).toMatch(/^[\w-]{64}$/);
    expect(others).toEqual([]);
    expect(readSecret(folder)).toEqual([made]);
  });

  it('differs between data folders', () => {
    expect(readSecret(join(dataDir, 'one'))).not.toEqual(readSecret(join(dataDir, 'other')));
  });

  it('is readable only by its owner', () => {
    const folder = join(dataDir, 'private');
    readSecret(folder);
    expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is not created if a secret is configured', () => {
    const folder = join(dataDir, 'given');
    expect(readSettings({ DATA_DIR: folder, SECRET_KEY: secret }).secretKeys).toEqual([secret]);
    expect(existsSync(folder)).toBe(false);
  });

  it('may be replaced by editing its file', () => {
    const folder = join(dataDir, 'edited');
    mkdirSync(folder);
    writeFileSync(join(folder, 'secret-key'), `${secret}\n`);
    expect(readSecret(folder)).toEqual([secret]);
  });

  it.each(['', 'cut off', 'x'.repeat(31)])('is rejected if its file is damaged: "%s"', (rest) => {
    const folder = mkdtempSync(join(dataDir, 'damaged-'));
    writeFileSync(join(folder, 'secret-key'), rest);
    expect(() => readSecret(folder)).toThrow(SettingsError);
    expect(() => readSecret(folder)).toThrow('The file secret-key in DATA_DIR is damaged');
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(rest);
  });

  it('is not used if it cannot be saved', () => {
    writeFileSync(join(dataDir, 'a file'), '');
    expect(() => readSecret(join(dataDir, 'a file'))).toThrow();
    mkdirSync(join(dataDir, 'taken', 'secret-key'), { recursive: true });
    expect(() => readSecret(join(dataDir, 'taken'))).toThrow();
  });
});
