import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ItemRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

type Named = Pick<ItemRow, 'id'>
const scan = ({ id }: Named, scanned: 0 | 1) =>
  server.deps.db.updateTable('items').set({ scanned }).where('id', '=', id).execute()

async function copyInto(they: Client, file: Named, folder: Named): Promise<Named> {
  await they.call('POST /apps/files/copy', { item_typed_ids: [`file_${file.id}`], target_folder_id: folder.id })
  return until('the copy', async () => {
    const { children } = await they.call('GET /apps/files/file_list/{folderId}', { folderId: folder.id })
    return children?.[0]
  })
}

/** A file in an enterprise with scanning, its copy in one without, and a copy of that copy. */
async function copied() {
  const strict = await make.user({ enterprise: await make.enterprise({ virus_scan: true }) })
  const careless = await make.user({ enterprise: await make.enterprise({ virus_scan: false }) })
  const file = await make.file({ owner: strict })
  const shared = await make.folder({ owner: careless })
  await make.collab(shared, { user: strict }, 'editor')
  const insider = await client(server).as(strict.login)
  const outsider = await client(server).as(careless.login)
  return {
    insider,
    outsider,
    file,
    another: await make.file({ owner: careless }),
    copyAll: async () => {
      const copy = await copyInto(insider, file, shared)
      return [copy, await copyInto(outsider, copy, await make.folder({ owner: careless }))] as const
    },
  }
}

const download = ({ id }: Named) => ({ file_id: id, no_redirect: true })

test('a file flagged after it was copied is blocked in every copy, also in copies made afterwards', async () => {
  const { insider, outsider, file, another, copyAll } = await copied()
  const copies = await copyAll()
  for (const copy of copies) await outsider.call('GET /apps/files/download', download(copy))
  await scan(file, 1)
  await insider.refused('GET /apps/files/download', download(file), 'download_scanning')
  for (const copy of copies) await outsider.refused('GET /apps/files/download', download(copy), 'download_scanning')
  await outsider.call('GET /apps/files/download', download(another))
})

test('a scan’s result applies to every file with the same bytes, also to files in the trash', async () => {
  const { insider, outsider, file, another, copyAll } = await copied()
  await scan(another, 1)
  await scan(file, 1)
  const [copy, copyOfCopy] = await copyAll()
  await outsider.refused('GET /apps/files/download', download(copyOfCopy), 'download_scanning')
  await outsider.call('POST /apps/files/delete', { item_typed_ids: [`file_${copy.id}`] })
  await scan(file, 0)
  await outsider.call('POST /apps/files/restore_from_trash', { item_typed_ids: [`file_${copy.id}`] })
  for (const each of [copy, copyOfCopy]) await outsider.call('GET /apps/files/download', download(each))
  await insider.call('GET /apps/files/download', download(file))
  await outsider.refused('GET /apps/files/download', download(another), 'download_scanning')
})

test('a blocked file stays blocked when it is deleted and restored', async () => {
  const { insider, file } = await copied()
  await scan(file, 1)
  const typed = { item_typed_ids: [`file_${file.id}`] as `file_${number}`[] }
  await insider.call('POST /apps/files/delete', typed)
  await insider.call('POST /apps/files/restore_from_trash', typed)
  const { entry } = await insider.refused('GET /apps/files/download', download(file), 'download_scanning')
  assert.ok(entry.error_tr_msg.length > 0)
})
