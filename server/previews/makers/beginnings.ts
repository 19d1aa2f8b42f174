import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Job } from '../../jobs/Jobs'
import type { Task } from '../converters/task'
import type { PreviewPorts } from '../ports'
import type { PreviewState } from '../Renditions'
import type { RenditionKind } from '../representations'
import type { PreviewTarget } from '../target'
import { renditionJob, textJobKey, type MakerTools } from './Maker'

/** A rendition of a body, or of a large one its beginning and then the whole. */
interface Asked<Target> {
  job: string
  target: Target
  /** In the order of making; the last one is the whole. */
  kinds: RenditionKind[]
  again: boolean
  /** The whole is wanted. */
  isWhole: boolean
}

/** The state of a rendition. While only its beginning is made, the beginning counts as made. */
export async function askWithBeginning<Target extends PreviewTarget>(
  { jobs }: Pick<PreviewPorts, 'jobs'>,
  { renditions }: MakerTools,
  { job, target, kinds, again, isWhole }: Asked<Target>,
): Promise<PreviewState> {
  const addJob = () => jobs.add(job, target, renditionJob(textJobKey(target), target.asker))
  const whole = await renditions.request(target.bodyId, kinds.at(-1)!, kinds, again, addJob)
  const beginning = kinds.length > 1 ? kinds[0]! : null
  if (isWhole || beginning === null || whole.made !== null || whole.reason !== null) return whole
  // Requested, too: the beginning may have been forgotten, and nobody could wait for it then.
  const { made, pending } = await renditions.request(target.bodyId, beginning, kinds, false, addJob)
  if (made === null) return { ...whole, pending }
  return { ...whole, status: 'generated', progress: 1, made, pending: null, isBeginning: true }
}

/**
 * Makes the renditions of a job, one after another.
 * @param limit ms of a converter's run
 * @param prepare makes the converters' input of the file, once
 */
export async function makeInOrder(
  { renditions, converters, workspace }: MakerTools,
  { payload, signal }: Job<PreviewTarget>,
  kinds: RenditionKind[],
  limit: number,
  taskOf: (files: { input: string; output: string }, isBeginning: boolean) => Task,
  prepare: (file: string, folder: string) => Promise<string> = (file) => Promise.resolve(file),
): Promise<void> {
  await workspace.use(payload.bodyId, async (folder) => {
    const input = await prepare(await renditions.download(payload, kinds, folder, signal), folder)
    for (const [at, kind] of kinds.entries()) {
      const output = join(folder, `made${at}`)
      await converters.run(taskOf({ input, output }, at < kinds.length - 1), { limit, signal })
      await renditions.store(payload.bodyId, kind, output, 'application/json')
    }
  })
}

/** Some bytes of a rendition. @param start its first bytes, which are not read again */
export async function bytesOf(
  { storage }: Pick<PreviewPorts, 'storage'>,
  key: string,
  start: Buffer,
  at: number,
  length: number,
): Promise<Buffer> {
  if (at + length <= start.length) return start.subarray(at, at + length)
  return buffer(await storage.read(key, { start: at, end: at + length - 1 }))
}
