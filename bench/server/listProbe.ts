import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Client } from '../../tests/support/client'

/**
 * Lists a user's own files again and again, in a thread of its own.
 * @param pause ms between two lists
 * @returns ends it: ms that each took
 */
export function probeLists(user: Client, pause: number): () => Promise<number[]> {
  const address = `${user.url}/api/apps/files/file_list/0?folder_type=folder`
  const workerData = { address, headers: user.headers, pause }
  const probe = new Worker(new URL('../listProbe.mjs', import.meta.url), { workerData })
  const failed = once(probe, 'error').then(([error]) => Promise.reject(error as Error))
  failed.catch(() => {})
  return async () => {
    const told = once(probe, 'message')
    probe.postMessage('end')
    const [times] = (await Promise.race([told, failed])) as [number[]]
    return times
  }
}
