import type { Dependencies } from '../../../server/dependencies'
import { Previews } from '../../../server/previews/Previews'
import type { AskedKind } from '../../../server/previews/target'

/** The answers to preview requests of a server without some programs, and its log at the start. */
export async function previewWithout(
  deps: Dependencies,
  programs: Parameters<typeof Previews.open>[1],
  extension: string,
  kind: AskedKind,
) {
  const warnings: string[] = []
  const log = Object.assign(Object.create(deps.log) as typeof deps.log, { warn: (text: string) => warnings.push(text) })
  const jobs = { ...deps.jobs, handle: () => undefined, setPrograms: () => undefined }
  let announced: readonly string[] = []
  const lease = {
    ...deps.lease,
    announce: async (names: readonly string[]) => void (announced = names),
    has: (name: string) => announced.includes(name),
  }
  const previews = await Previews.open({ ...deps, log, jobs, lease }, programs)
  const state = await previews.ask({ bodyId: 1, bodyKey: 'x', extension, size: 1 }, kind, null)
  await previews.close()
  return { state, said: warnings.join() }
}
