import { readFileSync } from 'node:fs';
import { ServiceProcess } from './service-process.js';
import type { ProbeReport } from './process-probe.js';

/** pino's number for errors. */
const error = 50;
const reportLine = /^\{"probe":.*\n/m;

/** The service as a process of its own, with a probe in it, and somebody who reads its log. */
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

  /** As the system counts it, without a garbage collection before. */
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

  /** The new lines of the log that no request may cause, and those that tell a secret. */
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

/** What Node itself has to say, about a promise nobody waits for, is no JSON. */
function isHarmless(line: string): boolean {
  if (!line.startsWith('{')) return false;
  const { level = 0 } = JSON.parse(line) as { level?: number };
  return level < error;
}
