/** @returns when a promise has settled or the time is up, in milliseconds */
export async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const isUp = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, isUp]);
  clearTimeout(timer);
}
