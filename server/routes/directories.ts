import type { administrationDirectoryCalls } from '@/contract/administration/directories'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentDirectory, presentRun } from '../presenters/directories'
import { readDirectories, readRuns } from '../services/directories/reading'
import { requestRun } from '../services/directories/runs'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log' | 'jobs' | 'openDirectory'>

/** The directories of an organisation, for its owners and auditors. */
export function directoryRoutes(ports: Ports): Handlers<typeof administrationDirectoryCalls> {
  return {
    'GET /admin/directories/list': requireUser(async ({ actor }) => ({
      directories: (await readDirectories(ports, actor)).map(presentDirectory),
    })),
    'GET /admin/directories/runs': requireUser(async ({ actor }, { directory_id: id, limit = 20 }) => ({
      runs: (await readRuns(ports, actor, id, limit)).map(presentRun),
    })),
    'POST /admin/directories/sync': requireUser(async ({ actor }, { directory_id: directoryId, is_dry, confirms }) => ({
      run: presentRun(await requestRun(ports, actor, { directoryId, isDry: is_dry, confirms: confirms ?? null })),
    })),
  }
}
