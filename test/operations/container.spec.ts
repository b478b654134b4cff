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
  it('sets what .env.example has', () => {
    const [, environment] = /^ENV (.*)$/m.exec(dockerfile)!;
    const names = environment!.split(' ').map((each) => each.split('=')[0]);
    expect(names).toEqual(['NODE_ENV', 'HOST']);
    expect(settings).toEqual(expect.arrayContaining(names));
  });

  it('opens the port that is the default', () => {
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile)!;
    expect(read('.env.example')).toContain(`\nPORT=${port}\n`);
  });

  it('is built on a version of Node.js that the package declares, the same in both stages', () => {
    const [[, building], [, running]] = [...dockerfile.matchAll(/^FROM \S*?node\D*(\d+)/gm)] as [
      RegExpExecArray,
      RegExpExecArray,
    ];
    expect(running).toBe(building);
    const [, least] = /"node": ">=(\d+)/.exec(read('package.json'))!;
    expect(Number(running)).toBeGreaterThanOrEqual(Number(least));
  });
});

describe('compose.yaml', () => {
  it('has two nodes of the service', () => {
    expect(nodes.map(([name]) => name)).toEqual(['one', 'two']);
  });

  it.each(nodes)(
    'gives the node %s settings that .env.example has, among them those of production',
    (_, { environment }) => {
      const names = Object.keys(environment!);
      expect(settings).toEqual(expect.arrayContaining(names));
      expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY']));
    },
  );

  it.each(nodes)('has the services that settings of the node %s name', (_, { environment }) => {
    const hosts = Object.values(environment!).flatMap((value) =>
      [...value.matchAll(/(?:\/\/|@)(\w+):\d+/g)].map(([, host]) => host!),
    );
    expect([...new Set(hosts)].sort()).toEqual(['mail', 'nats', 'postgres', 'redis']);
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts));
  });

  it('has no secret in it', () => {
    const secrets = [...read('compose.yaml').matchAll(/^ *(?:\w+_PASSWORD|SECRET_KEY): (.*)$/gm)];
    expect(secrets.length).toBeGreaterThan(1);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+:\?[\w ]+\}$/);
    expect(read('compose.yaml')).toMatch(/\/\/accounts:\$\{POSTGRES_PASSWORD:\?[\w ]+\}@/);
  });

  it.each(nodes)(
    'runs the node %s read-only and without privileges, and lets it finish',
    (_, node) => {
      expect(node).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      // A shutdown ends after 20 seconds at most, and a second before it is announced.
      expect(parseInt(node.stop_grace_period!)).toBeGreaterThan(21);
    },
  );

  it('sends the requests of the proxy to its nodes alone', () => {
    const [, upstreams] = /reverse_proxy (.*) \{/.exec(read('compose.yaml'))!;
    expect(upstreams!.split(' ')).toEqual(nodes.map(([name]) => `${name}:3000`));
  });
});

describe('docs/container.md', () => {
  it('names services and settings that there are', () => {
    const services = [...document.matchAll(/^docker compose exec (?:-T )?(\w+)/gm)];
    expect(services.length).toBeGreaterThan(0);
    for (const [, name] of services) expect(nodes.map(([each]) => each)).toContain(name);
    const written = [...document.matchAll(/^echo "([A-Z_]+)=/gm)].map(([, name]) => name!);
    const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    expect(written.sort()).toEqual([...new Set(needed)].sort());
  });
});
