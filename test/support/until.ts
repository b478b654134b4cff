/** Waits until a condition holds, at most as long as deliveries and their first retries may take. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass within a minute.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
