import fc from 'fast-check';
import { rememberPrincipal, type Principal } from '../../principals/principal.js';
import {
  responseBodyIn,
  apiVersions,
  ApiVersions,
  requestBodyIn,
  isVersionName,
  rememberVersion,
  readVersion,
  type ApiVersion,
} from './api-versions.js';

describe('the API versions', () => {
  const versions = new ApiVersions();

  it('are 1.8 to 1.21', () => {
    expect(apiVersions.map(({ version }) => version)).toEqual([
      '1.8', '1.9', '1.10', '1.11', '1.12', '1.13', '1.14',
      '1.15', '1.16', '1.17', '1.18', '1.19', '1.20', '1.21',
    ]); // prettier-ignore
    expect(versions.oldest.version).toBe('1.8');
    expect(versions.newest.version).toBe('1.21');
  });

  it('define no differences', () => {
    for (const { version, difference } of apiVersions) {
      expect(difference).toBeUndefined();
      expect(versions.find(version)).toEqual({ version, difference: undefined });
    }
  });

  it('are compared as numbers, not as text', () => {
    expect(versions.find('1.1')).toBeUndefined();
    expect(versions.find('1.2')).toBeUndefined();
    expect(versions.find('1.9')?.version).toBe('1.9');
  });

  it.each(['1.13.0', '1.13.2', '1.13.07', '1.13.123456789'])(
    'ignore a patch number: %s',
    (text) => {
      expect(versions.find(text)).toBe(versions.find('1.13'));
    },
  );

  it.each([
    ['an older version', '1.7'],
    ['a newer version', '1.22'],
    ['another major', '2.8'],
    ['an empty name', ''],
    ['only a major', '1'],
    ['an empty minor', '1.'],
    ['no major', '.13'],
    ['a leading zero in the major', '01.13'],
    ['a leading zero in the minor', '1.08'],
    ['a v before it', 'v1.13'],
    ['a space before it', ' 1.13'],
    ['a space after it', '1.13 '],
    ['a line break after it', '1.13\n'],
    ['a fourth number', '1.13.0.0'],
    ['an empty patch number', '1.13.'],
    ['a patch number of ten digits', '1.13.1234567890'],
    ['a patch number that is not numeric', '1.13.x'],
    ['a suffix', '1.13-beta'],
    ['a comma', '1,13'],
    ['another character instead of the dot', '1x13'],
    ['another character instead of the second dot', '1.13x0'],
    ['a sign', '+1.13'],
    ['digits of another script', '١.١٣'],
    ['a list', '1.13, 1.14'],
  ])('do not include %s', (_, text) => {
    expect(versions.find(text)).toBeUndefined();
  });

  it('are not found by any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = versions.find(text);
        if (found) expect(text).toMatch(/^1\.(?:[89]|1\d|2[01])(?:\.\d+)?$/);
      }),
    );
  });
});

describe('a catalogue of versions', () => {
  const renamed = { request: (_: string, body: object) => body };
  const shortened = { response: (_: string, body: unknown) => body };
  const ended = {};
  const catalogue: ApiVersion[] = [
    { version: '1.0' },
    { version: '1.1', difference: renamed },
    { version: '1.2' },
    { version: '2.0', difference: shortened },
    { version: '2.10' },
    { version: '3.0', difference: ended },
    { version: '1000.1000' },
  ];
  const versions = new ApiVersions(catalogue);

  it('lets later versions inherit a difference, but not earlier ones', () => {
    const differences = catalogue.map(({ version }) => versions.find(version)!.difference);
    expect(differences[0]).toBeUndefined();
    expect(differences[1]).toBe(renamed);
    expect(differences[2]).toBe(renamed);
  });

  it('replaces an inherited difference with the next one, even an empty one', () => {
    expect(versions.find('2.0')?.difference).toBe(shortened);
    expect(versions.find('2.10')?.difference).toBe(shortened);
    expect(versions.find('3.0')?.difference).toBe(ended);
    expect(versions.find('1000.1000')?.difference).toBe(ended);
  });

  it('has its first version as the oldest and its last as the newest', () => {
    expect(versions.oldest).toBe(versions.find('1.0'));
    expect(versions.newest).toBe(versions.find('1000.1000'));
  });

  it('finds majors and minors of up to four digits, including 0', () => {
    const wide = new ApiVersions([{ version: '0.9999' }, { version: '9999.0' }]);
    expect(wide.find('0.9999')).toBe(wide.oldest);
    expect(wide.find('9999.0')).toBe(wide.newest);
    const wider = new ApiVersions([{ version: '10000.0' }, { version: '0.10000' }]);
    expect(wider.find('10000.0')).toBeUndefined();
    expect(wider.find('0.10000')).toBeUndefined();
  });

  it('needs at least one version', () => {
    const single = new ApiVersions([{ version: '1.0' }]);
    expect(single.oldest).toBe(single.newest);
    expect(() => new ApiVersions([])).toThrow(RangeError);
    expect(() => new ApiVersions([])).toThrow('must not be empty');
  });

  it('lists all versions, and names the oldest and newest in an error', () => {
    expect(versions.all).toEqual(catalogue.map(({ version }) => version));
    expect(versions.unsupported()).toMatchObject({
      code: 'version_unsupported',
      params: { oldest: '1.0', newest: '1000.1000' },
    });
  });

  it('does not modify the given versions', () => {
    expect(catalogue[2]).toEqual({ version: '1.2' });
  });
});

describe('a version name', () => {
  it.each(['1.8', '0.0', '10.20', '9999.9999'])('may be %s', (name) => {
    expect(isVersionName(name)).toBe(true);
  });

  it.each(['', '1', '1.13.2', '1.08', 'v1.8', '1.8 ', 1.8, null, undefined, ['1.8']])(
    'must not be %j',
    (name) => {
      expect(isVersionName(name)).toBe(false);
    },
  );
});

describe('the differences of a version', () => {
  const body = { name: 'Ada' };
  const version: ApiVersion = {
    version: '1.0',
    difference: {
      request: (operation, sent) => ({ ...sent, read: operation }),
      response: (operation, made) => (operation === 'app.data' ? undefined : { made, operation }),
    },
  };

  it('are applied to a request body, with its operation', () => {
    expect(requestBodyIn(version, 'accounts.create', body)).toEqual({
      name: 'Ada',
      read: 'accounts.create',
    });
  });

  it('are applied to a response body, with its operation', () => {
    expect(responseBodyIn(version, 'accounts.read', body)).toEqual({
      made: body,
      operation: 'accounts.read',
    });
    expect(responseBodyIn(version, 'app.data', body)).toBe(body);
  });

  it('are not applied to a response without a body', () => {
    expect(responseBodyIn(version, 'accounts.delete', undefined)).toBeUndefined();
  });

  it.each([undefined, {}])('change nothing if the difference is %j', (difference) => {
    expect(requestBodyIn({ version: '1.0', difference }, 'accounts.create', body)).toBe(body);
    expect(responseBodyIn({ version: '1.0', difference }, 'accounts.read', body)).toBe(body);
  });
});

describe('the version of a request', () => {
  const versions = new ApiVersions([{ version: '1.8' }, { version: '1.9' }, { version: '1.10' }]);

  const request = (acceptVersion?: string, apiVersion?: string) => {
    const made = {
      headers: acceptVersion === undefined ? {} : { 'accept-version': acceptVersion },
    };
    if (apiVersion) rememberPrincipal(made, { application: { apiVersion } } as Principal);
    return made;
  };

  it.each([
    ['1.8', undefined, '1.8'],
    ['1.8', '1.9', '1.8'],
    [undefined, '1.9', '1.9'],
    [undefined, '0.1', '1.10'],
    [undefined, undefined, '1.10'],
    ['1.7', '1.9', undefined],
    ['', undefined, undefined],
  ])('that requests %s, from an application set to %s, is %s', (asked, set, version) => {
    expect(versions.requestedBy(request(asked, set))?.version).toBe(version);
  });

  it('has a default that does not depend on the requested version', () => {
    expect(versions.defaultFor(request('1.7')).version).toBe('1.10');
    expect(versions.defaultFor(request('1.8', '1.9')).version).toBe('1.9');
  });

  it('is remembered with the request', () => {
    const kept = request();
    expect(readVersion(kept)).toBeUndefined();
    rememberVersion(kept, versions.oldest);
    expect(readVersion(kept)).toBe(versions.oldest);
  });
});
