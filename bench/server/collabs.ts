import http from 'node:http'
import type { Db } from '../../server/database/connect'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { letInMany } from '../../tests/support/members/manyMembers'
import type { Measurement } from '../measurement'
import { prepareGround } from '../service'
import { percentileOf } from './timed'

const people = 10_000

/**
 * Measures three calls on a folder with 10,000 collaborators: its members, everybody who can see a file in it, and a page of items with different
 * rights.
 */
export async function measureCollabs(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const { login, folder, file } = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const measured = (path: string) => percentileOf(path, url, headers, agent)
    const members = await measured(`/apps/folders/get_collab_info_on_item?folder_id=${folder}&page_size=100`)
    const who = await measured(`/apps/files/who_can_see?item_typed_id=file_${file}`)
    const page = await measured(`/apps/files/file_list/${folder}?folder_type=folder`)
    agent.destroy()
    return [
      { id: 'server.collabs.members', value: members },
      { id: 'server.collabs.who', value: who },
      { id: 'server.collabs.page', value: page },
    ]
  } finally {
    await ground.close()
  }
}

async function fill(db: Db, storage: Parameters<typeof factories>[0]['storage']) {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise()
  const user = await make.user({ enterprise, isAdministrator: true })
  const viewer = await make.user({ enterprise })
  const folder = await make.folder({ owner: user })
  const children: number[] = []
  for (let at = 0; at < 25; at += 1) children.push((await make.folder({ parent: folder })).id)
  const file = await make.file({ parent: folder })
  await make.collab(folder, { user: viewer }, 'editor')
  await letInMany(db, { enterpriseId: enterprise.id, folderId: folder.id, below: children, count: people })
  return { login: viewer.login, folder: folder.id, file: file.id }
}
