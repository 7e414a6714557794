/** Makes so many requests, and some of them at the same time. */
export async function together(
  requests: number,
  concurrency: number,
  request: (n: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < requests) await request(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/**
 * CPU time of one request, in microseconds, system calls and garbage collection included.
 *
 * @param request - Makes request number `n`.
 * @param requests - Number of requests to make.
 * @param concurrency - Requests that are under way at the same time.
 */
export async function microsecondsPerRequest(
  request: (n: number) => Promise<unknown>,
  requests: number,
  concurrency = 16,
): Promise<number> {
  // No garbage is collected on purpose: after a full collection code is compiled anew, and fetch costs twice as much.
  const before = process.cpuUsage();
  await together(requests, concurrency, request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}
