import type { UserActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { directoriesOf, directoryById } from '../../queries/directories/facts'
import { lastRuns, newestRuns } from '../../queries/directories/runs'
import { requireRight } from '../administration/acts'

type Ports = Pick<Dependencies, 'db'>

/** The directories of the organisation, each with its last sync. @throws Refused permission_denied */
export async function readDirectories({ db }: Ports, actor: UserActor) {
  requireRight(actor, 'readDirectories')
  const directories = await directoriesOf(db, actor.enterprise.id)
  const last = await lastRuns(
    db,
    directories.map(({ id }) => id),
  )
  return directories.map((row) => ({ row, lastRun: last.get(row.id) ?? null }))
}

/** The newest runs of a directory. @throws Refused permission_denied, directory_missing */
export async function readRuns({ db }: Ports, actor: UserActor, directoryId: number, limit: number) {
  requireRight(actor, 'readDirectories')
  const directory = await directoryById(db, directoryId)
  if (directory?.enterprise_id !== actor.enterprise.id) throw new Refused('directory_missing')
  return newestRuns(db, directoryId, limit)
}
