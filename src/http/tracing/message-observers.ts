import { Injectable } from '@nestjs/common';

export type MessageObserver = (pattern: string, status: number, durationMs: number) => void;

@Injectable()
export class MessageObservers {
  private readonly observers: MessageObserver[] = [];

  add(observer: MessageObserver): void {
    this.observers.push(observer);
  }

  begin(pattern: string): (status: number) => void {
    const began = performance.now();
    return (status) => {
      const durationMs = performance.now() - began;
      for (const observer of this.observers) observer(pattern, status, durationMs);
    };
  }
}
