/** Runs work on everything that a source yields, some at a time. @throws the first error, once no work runs */
export async function inParallel<T>(
  most: number,
  source: AsyncIterable<T> | Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const faults: unknown[] = []
  for await (const one of source) {
    const run = work(one)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => running.delete(run))
    running.add(run)
    if (running.size >= most) await Promise.race(running)
    if (faults.length > 0) break
  }
  await Promise.all(running)
  if (faults.length > 0) throw faults[0]
}
