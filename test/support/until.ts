/** Waits until something holds, for as long as deliveries and their first retries may take. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
