import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../processes/service-process.js';
import { until } from '../until.js';

/** Whether `prometheus` and `promtool` are on PATH. Warns if they are not, because tests are then skipped. */
export function prometheusAvailable(): boolean {
  const found = ['prometheus', 'promtool'].every(
    (program) => spawnSync(program, ['--version']).status === 0,
  );
  if (!found) console.warn('prometheus is not on PATH: the tests with it are skipped');
  return found;
}

/** A Prometheus on a free port. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  /** @param folder contains the configuration `prometheus.yml`, and will contain the data */
  static async start(folder: string): Promise<Prometheus> {
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn(
      'prometheus',
      [
        '--config.file=prometheus.yml',
        '--storage.tsdb.path=data',
        `--web.listen-address=${address}`,
        '--log.level=error',
      ],
      { cwd: folder, stdio: 'inherit' },
    );
    process.once('exit', () => child.kill('SIGKILL'));
    const prometheus = new Prometheus(child, `http://${address}`);
    await until(() => prometheus.isReady());
    return prometheus;
  }

  /** Returns the samples of an instant query. @throws Error if the query is invalid */
  async query(expression: string): Promise<{ metric: Record<string, string>; value: number }[]> {
    const query = new URLSearchParams({ query: expression });
    const answer = await fetch(`${this.url}/api/v1/query?${query}`);
    const body = (await answer.json()) as any;
    if (body.status !== 'success') throw new Error(`${expression}: ${body.error}`);
    return body.data.result.map(({ metric, value }: any) => ({ metric, value: Number(value[1]) }));
  }

  async rules(): Promise<{ name: string; health: string }[]> {
    const body = (await (await fetch(`${this.url}/api/v1/rules`)).json()) as any;
    return body.data.groups.flatMap(({ rules }: any) => rules);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }

  private async isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error('Prometheus has ended.');
    return (await fetch(`${this.url}/-/ready`).catch(() => undefined))?.ok === true;
  }
}
