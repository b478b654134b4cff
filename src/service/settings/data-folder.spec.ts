import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder.js';
import { StartError } from '../start/start.error.js';

describe('the DATA_DIR folder', () => {
  let parent: string;
  beforeAll(() => (parent = mkdtempSync(join(tmpdir(), 'data-folder-'))));
  afterAll(() => rmSync(parent, { recursive: true }));

  it('is created with its parents, and only its owner can access it', () => {
    const folder = join(parent, 'a', 'b');
    makeDataFolder(folder);
    makeDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['is a file', () => join(parent, 'file')],
    ['is below a file', () => join(parent, 'file', 'x')],
    ['is in a place without folders', () => '/proc/accounts'],
    ['has a name that is too long', () => join(parent, 'x'.repeat(300))],
  ])('is rejected as not usable if it %s', (_, folder) => {
    writeFileSync(join(parent, 'file'), '');
    const make = () => makeDataFolder(folder());
    expect(make).toThrow(StartError);
    expect(make).toThrow(/^DATA_DIR is not usable: it cannot be written to \(E\w+\)\.$/);
  });
});
