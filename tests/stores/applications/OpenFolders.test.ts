import { describe, expect, test } from '@jest/globals'
import { Api } from '@/api/Api'
import { OpenApi } from '@/api/OpenApi'
import { SessionContext } from '@/api/SessionContext'
import type { HttpRequest } from '@/platform/Platform'
import { OpenFolders } from '@/stores/applications/OpenFolders'
import { ManualClock } from '../support/manualClock'
import { until } from '../support/until'

const row = (id: number) => ({ id, typed_id: `folder_${id}`, name: `F${id}`, type: 'folder' })

/** A page of a folder's rows as the server sends it. */
const children = (folder: number, from: number, count: number, total: number) => ({
  folder: row(folder),
  folders: Array.from({ length: count }, (_, n) => row(from + n)),
  files: [],
  total_count: total,
})

/** Folders whose calls are answered when the test says so. */
function picker() {
  const clock = new ManualClock()
  const open: { call: HttpRequest; answer(status: number, body: unknown): void }[] = []
  const base = new Api({
    platform: {
      request: (call) =>
        new Promise((resolve) => open.push({ call, answer: (status, body) => resolve({ status, body }) })),
    },
    sessionContext: new SessionContext({ origin: '', scenario: 'web', authToken: '' }),
    language: () => ({}),
    reactor: () => Promise.resolve('giveUp'),
  })
  const api = new OpenApi(base, { accessToken: 'secret', previewUserToken: '' })
  const folders = new OpenFolders({ api, clock, feedback: { toast: () => undefined } })
  const answered = async (at: number, status: number, body: unknown) => {
    await until(() => open[at] !== undefined)
    open[at]!.answer(status, body)
  }
  return { folders, open, answered }
}

const names = ({ pages }: OpenFolders) => pages.held.rows.map(({ name }) => name)

describe('[PICK-01] the folders of a picker', () => {
  test('a later page that fails keeps the rows and is offered again', async () => {
    const { folders, open, answered } = picker()
    const started = folders.start(4)
    await answered(0, 200, children(4, 100, 25, 30))
    await started
    folders.pages.nearEnd()
    await answered(1, 500, {})
    await until(() => folders.pages.footer === 'failed')
    expect(names(folders)).toHaveLength(25)
    const again = folders.pages.retry()
    await answered(2, 200, children(4, 125, 5, 30))
    await again
    expect(names(folders)).toHaveLength(30)
    expect(open[2]!.call.path).toContain('page_id=1')
    expect(folders.pages.footer).toBe('none')
  })

  test('an answer for a folder that the user has left changes nothing', async () => {
    const { folders, answered } = picker()
    const started = folders.start(4)
    await answered(0, 200, children(4, 100, 1, 1))
    await started
    const entered = folders.enter(row(100))
    const left = folders.back()
    await answered(2, 200, children(4, 100, 1, 1))
    await left
    await answered(1, 200, children(100, 200, 1, 1))
    await entered
    expect(names(folders)).toEqual(['F100'])
    expect(folders.folder?.id).toBe(4)
    expect(folders.hasAbove).toBe(false)
  })

  test('a picker with a single place begins there, without a way back', async () => {
    const { folders, answered } = picker()
    const started = folders.start(0)
    await answered(0, 200, { folders: [row(0)] })
    await answered(1, 200, children(0, 7, 2, 2))
    await started
    expect(names(folders)).toEqual(['F7', 'F8'])
    expect(folders.hasAbove).toBe(false)
  })
})
