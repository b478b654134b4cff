import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
  readonly environment?: Record<string, string>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Record<string, unknown>;
}

const read = (path: string) =>
  readFileSync(new URL(path, import.meta.resolve('#package.json')), 'utf8');
const dockerfile = read('Dockerfile');
const document = read('docs/container.md');
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const nodes = Object.entries(compose.services).filter(
  ([, { environment }]) => environment?.PUBLIC_URL,
);
const settings = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);

describe('The Dockerfile', () => {
  it('sets only variables listed in .env.example', () => {
    const [, environment] = /^ENV (.*)$/m.exec(dockerfile)!;
    const names = environment!.split(' ').map((each) => each.split('=')[0]);
    expect(names).toEqual(['NODE_ENV', 'HOST']);
    expect(settings).toEqual(expect.arrayContaining(names));
  });

  it('exposes the default port', () => {
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile)!;
    expect(read('.env.example')).toContain(`\nPORT=${port}\n`);
  });

  it('uses one Node.js version in both stages, which package.json allows', () => {
    const [[, building], [, running]] = [...dockerfile.matchAll(/^FROM \S*?node\D*(\d+)/gm)] as [
      RegExpExecArray,
      RegExpExecArray,
    ];
    expect(running).toBe(building);
    const [, least] = /"node": ">=(\d+)/.exec(read('package.json'))!;
    expect(Number(running)).toBeGreaterThanOrEqual(Number(least));
  });
});

describe('The labels of the image', () => {
  const labels = new Map(
    [...dockerfile.matchAll(/^LABEL org\.opencontainers\.image\.(\w+)="(.*)"$/gm)].map(
      ([, name, value]) => [name!, value!] as const,
    ),
  );

  it('describe the package', () => {
    const { name, description, license } = JSON.parse(read('package.json'));
    expect(Object.fromEntries(labels)).toMatchObject({
      title: name,
      description,
      licenses: license,
    });
  });

  it('contain the arguments of the documented build', () => {
    const [command] = /^docker build .*$/m.exec(document)!;
    const documented = [...command.matchAll(/--build-arg (\w+)=/g)].map(([, name]) => name);
    const declared = [...dockerfile.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
    expect(documented).toEqual(declared);
    for (const name of declared) {
      expect(labels.get(name!.toLowerCase())).toBe(`$${name}`);
    }
  });
});

describe('compose.yaml', () => {
  it('has two nodes of the service', () => {
    expect(nodes.map(([name]) => name)).toEqual(['one', 'two']);
  });

  it.each(nodes)(
    'gives node %s only settings listed in .env.example, including those of production',
    (_, { environment }) => {
      const names = Object.keys(environment!);
      expect(settings).toEqual(expect.arrayContaining(names));
      expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY']));
    },
  );

  it.each(nodes)('defines every service named in the settings of node %s', (_, { environment }) => {
    const hosts = Object.values(environment!).flatMap((value) =>
      [...value.matchAll(/(?:\/\/|@)(\w+):\d+/g)].map(([, host]) => host!),
    );
    expect([...new Set(hosts)].sort()).toEqual(['mail', 'nats', 'postgres', 'redis']);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts));
  });

  it('contains no secrets', () => {
    const secrets = [...read('compose.yaml').matchAll(/^ *(?:\w+_PASSWORD|SECRET_KEY): (.*)$/gm)];
    expect(secrets.length).toBeGreaterThan(1);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+:\?[\w ]+\}$/);
    expect(read('compose.yaml')).toMatch(/\/\/accounts:\$\{POSTGRES_PASSWORD:\?[\w ]+\}@/);
  });

  it.each(nodes)(
    'runs node %s read-only and without privileges, with time to shut down',
    (_, node) => {
      expect(node).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // A shutdown takes at most 20 seconds, after a second of announcing it.
      expect(parseInt(node.stop_grace_period!)).toBeGreaterThan(21);
    },
  );

  it('has the proxy forward requests only to its nodes', () => {
    const [, upstreams] = /reverse_proxy (.*) \{/.exec(read('compose.yaml'))!;
    expect(upstreams!.split(' ')).toEqual(nodes.map(([name]) => `${name}:3000`));
  });
});

describe('docs/container.md', () => {
  it('names existing nodes and every required setting', () => {
    const services = [...document.matchAll(/^docker compose exec (?:-T )?(\w+)/gm)];
    expect(services.length).toBeGreaterThan(0);
    for (const [, name] of services) expect(nodes.map(([each]) => each)).toContain(name);
    const written = [...document.matchAll(/^echo "([A-Z_]+)=/gm)].map(([, name]) => name!);
    const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(written.sort()).toEqual([...new Set(needed)].sort());
  });
});
