import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Client } from '../../tests/support/client'

/**
 * Lists a user's own files repeatedly, in a thread of its own.
 * @param pause ms between two lists
 * @returns stops and returns the ms of each list
 */
export function probeLists(user: Client, pause: number): () => Promise<number[]> {
  const address = `${user.url}/api/apps/files/file_list/0?folder_type=folder`
  const workerData = { address, headers: user.headers, pause }
  const probe = new Worker(new URL('../listProbe.mjs', import.meta.url), { workerData })
  const failed = once(probe, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => {})
  return async () => {
    const report = once(probe, 'message')
    probe.postMessage('end')
    const [times] = (await Promise.race([report, failed])) as [number[]]
    return times
  }
}
