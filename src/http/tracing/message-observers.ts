import { Injectable } from '@nestjs/common';

/** Told of each message: its pattern, the status of its reply, and the duration in milliseconds. */
export type MessageObserver = (pattern: string, status: number, durationMs: number) => void;

/** What measures messages, and is told of each reply. */
@Injectable()
export class MessageObservers {
  private readonly observers: MessageObserver[] = [];

  add(observer: MessageObserver): void {
    this.observers.push(observer);
  }

  /** Begins a message, and returns the function that ends it with the status of its reply. */
  begin(pattern: string): (status: number) => void {
    const began = performance.now();
    return (status) => {
      const durationMs = performance.now() - began;
      for (const observer of this.observers) observer(pattern, status, durationMs);
    };
  }
}
