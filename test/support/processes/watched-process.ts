import { readFileSync } from 'node:fs';
import { ServiceProcess } from './service-process.js';
import type { ProbeReport } from './process-probe.js';

const reportLine = /^\{"probe":.*\n/m;

/** The service as a separate process, with a probe and a log check. */
export class WatchedProcess {
  private constructor(private readonly service: ServiceProcess) {}

  static async start(env: Record<string, string>): Promise<WatchedProcess> {
    const probe = new URL('./process-probe.js', import.meta.url).href;
    const service = await ServiceProcess.start({
      ...env,
      NODE_OPTIONS: `--import=${probe}`,
    });
    service.output = '';
    return new WatchedProcess(service);
  }

  get port(): number {
    return Number(new URL(this.service.url).port);
  }

  /** The resident memory as the system counts it, without a prior garbage collection. */
  get residentBytes(): number {
    const pages = readFileSync(`/proc/${this.service.pid}/statm`, 'utf8').split(' ')[1];
    return Number(pages) * 4_096;
  }

  async report(): Promise<ProbeReport> {
    this.service.signal('SIGUSR2');
    await this.service.printed(reportLine);
    const [line] = reportLine.exec(this.service.output) ?? [];
    if (!line) throw new Error(`The service has ended: ${this.service.output}`);
    this.service.output = this.service.output.replace(line, '');
    return JSON.parse(line).probe;
  }

  /** Returns new log lines that no request may cause, or that reveal a secret. */
  violations(secrets: readonly string[]): string[] {
    const { output } = this.service;
    const end = output.lastIndexOf('\n') + 1;
    this.service.output = output.slice(end);
    const lines = output.slice(0, end).split('\n').filter(Boolean);
    return lines.filter(
      (line) => !isHarmless(line) || secrets.some((secret) => line.includes(secret)),
    );
  }

  stop(): Promise<number | null> {
    return this.service.stop();
  }
}

/** Whether a line is JSON below the error level. Lines from Node.js, as about unhandled rejections, are not JSON. */
function isHarmless(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const { level = '' } = JSON.parse(line) as { level?: string };
  return !['error', 'fatal'].includes(level);
}
