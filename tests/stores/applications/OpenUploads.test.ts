import { describe, expect, test } from '@jest/globals'
import { Api } from '@/api/Api'
import { OpenApi } from '@/api/OpenApi'
import { SessionContext } from '@/api/SessionContext'
import type { HttpAnswer, HttpRequest, PickedFile } from '@/platform/Platform'
import { OpenUploads, type SendForm } from '@/stores/applications/OpenUploads'
import { ManualClock } from '../support/manualClock'
import { until } from '../support/until'

const file = (name: string, size = 3): PickedFile => ({ name, size, source: name })

interface Settling {
  name: string
  token: string
  answer(status: number, body: unknown): void
}

/** The page with a server that answers when the test says so. */
function page(options: { uploadFileMax?: number; targetFolderPath?: string } = {}) {
  const clock = new ManualClock()
  const asked: HttpRequest[] = []
  const sent: Settling[] = []
  let picked: PickedFile[] = []
  let awake = false
  let overs = 0
  const request = (call: HttpRequest): Promise<HttpAnswer> => {
    asked.push(call)
    return Promise.resolve({
      status: 200,
      body: { presign_url: 'https://drive.example/api/v2/file/upload/content?x=1' },
    })
  }
  const sendForm: SendForm = ({ file: { name }, token }) =>
    new Promise((resolve) => {
      sent.push({ name, token, answer: (status, body) => resolve({ status, body }) })
    })
  const base = new Api({
    platform: { request },
    sessionContext: new SessionContext({ origin: '', scenario: 'web', authToken: '' }),
    language: () => ({}),
    reactor: () => Promise.resolve('giveUp'),
  })
  const uploads = new OpenUploads(
    {
      api: new OpenApi(base, { accessToken: 'secret', previewUserToken: '' }),
      sendForm,
      platform: {
        pickFiles: () => Promise.resolve(picked),
        releaseFile: () => undefined,
        keepAwake: (on) => (awake = on),
        clock,
      },
      word: (message) => ('text' in message ? message.text : message.key) ?? '',
    },
    { accessToken: 'secret', folderId: 4, targetFolderPath: '', uploadFileMax: 10, ...options },
    () => (overs += 1),
  )
  return {
    uploads,
    clock,
    asked,
    sent,
    isAwake: () => awake,
    overs: () => overs,
    pick(...files: PickedFile[]) {
      picked = files
      return uploads.pick('files')
    },
    async settle(
      at: number,
      status = 200,
      body: unknown = { id: at + 1, name: sent[at]?.name, size: 3, modified_at: 9, type_icon: 'txt' },
    ) {
      await until(() => sent.length > at)
      const settled = () => uploads.counts.done + uploads.counts.failed
      const before = settled()
      sent[at]!.answer(status, body)
      await until(() => settled() > before)
    },
  }
}

const refusal = { errors: [{ code: 'quota_exceeded', msg: 'no room' }], request_id: 'x' }

describe('[OPEN-03] the upload page', () => {
  test('chosen files upload by themselves, two at a time, with the token, into the page’s folder', async () => {
    const { pick, sent, asked, uploads, settle, isAwake } = page()
    await pick(file('a'), file('b'), file('c'))
    await until(() => sent.length === 2)
    expect(uploads.state).toBe('running')
    expect(isAwake()).toBe(true)
    expect(asked[0]).toMatchObject({
      path: '/api/v2/file/upload',
      body: { parent_id: 4, name: 'a', upload_type: 'api', file_size: 3 },
      headers: { Authorization: 'Bearer secret' },
    })
    expect(sent[0]!.token).toBe('secret')
    await settle(0)
    await until(() => sent.length === 3)
  })

  test('files go to a path, where one is named', async () => {
    const { pick, asked, sent } = page({ targetFolderPath: 'lessons/one' })
    await pick(file('a'))
    await until(() => sent.length === 1)
    expect(asked[0]).toMatchObject({ path: '/api/v2/file/upload_by_path', body: { target_folder_path: 'lessons/one' } })
  })

  test('[OPEN-05] after success the page counts three seconds, then returns the results; staying stops that', async () => {
    const { pick, settle, uploads, clock, overs } = page()
    await pick(file('a'))
    await settle(0)
    expect(uploads.state).toBe('done')
    expect(uploads.secondsLeft).toBe(3)
    clock.pass(1000)
    expect(uploads.secondsLeft).toBe(2)
    uploads.stay()
    clock.pass(5000)
    expect(overs()).toBe(0)
    await pick(file('b'))
    await settle(1)
    await until(() => uploads.state === 'done')
    clock.pass(3000)
    expect(overs()).toBe(1)
    expect(uploads.results[0]).toEqual({
      id: 1,
      name: 'a',
      size: 3,
      modified_at: 9,
      type_icon: 'txt',
      upload_status: 'success',
      error_msg: 'undone',
    })
  })

  test('[OPEN-05] there is no countdown while failures remain, and a retry lowers them', async () => {
    const { pick, settle, uploads, clock, overs, sent } = page()
    await pick(file('a'), file('b'))
    await settle(0, 413, refusal)
    await settle(1)
    await until(() => uploads.state === 'failed')
    clock.pass(10_000)
    expect(uploads.secondsLeft).toBeNull()
    expect(overs()).toBe(0)
    expect(uploads.results[0]).toMatchObject({ id: null, upload_status: 'fail', error_msg: 'no room' })
    uploads.retry(uploads.entries[0]!)
    expect(uploads.counts.failed).toBe(0)
    expect(uploads.state).toBe('running')
    await settle(2)
    await until(() => uploads.state === 'done')
    expect(sent).toHaveLength(3)
  })

  test('[OPEN-05] more than uploadFileMax files, and a file of 50 GB, are refused', async () => {
    const { pick, uploads } = page({ uploadFileMax: 2 })
    const huge = file('huge', 53_687_091_200)
    const { tooLarge, leftOver } = await pick(huge, file('a'), file('b'), file('c'))
    expect(tooLarge).toEqual([huge])
    expect(leftOver.map(({ name }) => name)).toEqual(['c'])
    expect(uploads.left).toBe(0)
  })
})
