import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h, type ReactElement } from 'react'
import { Api } from '@/api/Api'
import { WordsContext } from '@/components/ui/context'
import { readOpenOptions } from '@/domain/applications/options'
import type { FrameMessage } from '@/domain/applications/protocol'
import { loadLazyWords, needLazyWords } from '@/i18n/lazy/load'
import { loadMainWords } from '@/i18n/main/load'
import { loadOpenWords } from '@/i18n/applications/load'
import { phrases } from '@/i18n/applications/zhCN'
import { createWords } from '@/i18n/words'
import { DestinationPicker } from '@/screens/applications/DestinationPicker'
import { FilePicker } from '@/screens/applications/FilePicker'
import { OpenState, type OpenProps } from '@/screens/applications/OpenState'
import { PickerScreen } from '@/screens/applications/PickerScreen'
import { UploadScreen } from '@/screens/applications/UploadScreen'
import type { HttpAnswer, HttpRequest } from '@/platform/Platform'
import { AppContext } from '@/screens/app/AppContext'
import { OpenFolders } from '@/stores/applications/OpenFolders'
import { OpenSession } from '@/stores/applications/OpenSession'
import { startApp } from '../../stores/support/startApp'
import { answered, doing, mount, tap, type Mounted } from '../rig'

const { open: words } = phrases
const ORIGIN = 'https://app.example'
const me: HttpAnswer = {
  status: 200,
  body: { id: 3, name: '林老师', application: { name: 'Lessons' }, origin: ORIGIN },
}
const refused = (code: string, msg: string, status = 404): HttpAnswer => ({ status, body: { errors: [{ code, msg }] } })

let mounted: Mounted
afterEach(() => mounted.close())

/** A screen in a frame, whose calls are answered by the beginnings of their paths. */
async function frame(
  address: string,
  answers: Record<string, HttpAnswer>,
  draw: (props: OpenProps, rig: Awaited<ReturnType<typeof startApp>>) => ReactElement,
  asked: Record<string, string> = {},
) {
  const rig = await startApp()
  const said: string[] = []
  const given: unknown[] = []
  const request = async ({ path }: HttpRequest) => {
    const found = Object.entries(answers).find(([begin]) => path.startsWith(`/api/v2/${begin}`))
    if (!found) throw new Error(`unexpected call: ${path}`)
    return found[1]
  }
  const api = new Api({ ...rig.app.api.deps, platform: { request } })
  const parent = {
    isThere: true,
    post({ type, data }: FrameMessage) {
      said.push(type)
      given.push(data)
    },
    listen: () => () => undefined,
  }
  const options = readOpenOptions(address, { origin: ORIGIN, accessToken: 'secret', ...asked })
  const session = new OpenSession({ api, clock: rig.platform.clock, parent }, options)
  await session.open()
  const app = { ...rig.app, api: session.api, isOpenPreview: true as const }
  needLazyWords()
  const catalogues = await Promise.all([
    loadOpenWords('zh-CN'),
    loadLazyWords('zh-CN'),
    loadMainWords('zh-CN', 'default'),
  ])
  const t = createWords(...catalogues.flat())
  const screen = draw({ session, overlays: rig.app.createOverlays() }, rig)
  mounted = mount(h(AppContext.Provider, { value: app }, h(WordsContext.Provider, { value: t }, screen)))
  await answered()
  return { ...rig, session, said, given }
}

describe('[OPEN-01] a frame that cannot be shown', () => {
  const table: [string, HttpAnswer, string][] = [
    ['whose token has ended', refused('invalid_token', 'ended', 401), words.invalid.title],
    ['of another site', { status: 200, body: { origin: null } }, words.foreign.title],
    ['that the server does not answer', { status: 500, body: {} }, ''],
  ]
  test.each(table)('%s says so and can be left', async (_what, answer, title) => {
    const { said } = await frame('/select_files', { 'user/info': answer }, ({ session }) => h(OpenState, { session }))
    expect(mounted.box.textContent).toContain(title)
    await tap(mounted.box, '.icon-button')
    expect(said.at(-1)).toBe('close')
  })
})

describe('[ERR-03] a deleted folder in a picker', () => {
  const picker = async () => {
    let folders!: OpenFolders
    const gone = refused('item_is_deleted', '该项目已被删除')
    const roots: HttpAnswer = { status: 200, body: { folders: [] } }
    const answers = { 'user/info': me, 'folder/roots': roots, 'folder/4/children': gone }
    const rig = await frame('/select_destination', answers, (props, { platform, app }) => {
      folders = new OpenFolders({ api: props.session.api, clock: platform.clock, feedback: app.feedback })
      return h(PickerScreen, { ...props, folders, hasNewFolder: false, footer: null })
    })
    const told = async () => {
      await answered()
      const { dialog } = rig.app.feedback
      doing(() => rig.app.feedback.answer(dialog!.id, true))
      await answered()
      return dialog!.text
    }
    return { ...rig, folders, told }
  }

  test('a deleted folder is reported, and leads a level up', async () => {
    const { folders, told, said } = await picker()
    doing(() => void folders.start(0))
    await answered()
    doing(() => void folders.enter({ id: 4, name: '课件' }))
    expect(await told()).toStrictEqual({ text: '该项目已被删除' })
    expect([folders.levels, folders.pages.phase]).toStrictEqual([[null], 'ready'])
    expect(said).toStrictEqual(['ready'])
  })

  test('a deleted top folder is reported, and leads out', async () => {
    const { folders, told, said } = await picker()
    doing(() => void folders.start(4))
    expect(await told()).toStrictEqual({ text: '该项目已被删除' })
    expect(said).toStrictEqual(['ready', 'close'])
  })
})

/** A stand-in for the browser's XMLHttpRequest that accepts every form at once, or none before it is told to. */
class Sent {
  static holds = false
  static last: Sent
  upload = {}
  status = 200
  responseText = JSON.stringify({ id: 9, name: 'a.txt', size: 3, modified_at: 9, type_icon: 'txt' })
  onload = () => {}
  constructor() {
    Sent.last = this
  }
  open() {}
  abort() {}
  send() {
    if (!Sent.holds) this.onload()
  }
}

/** The upload page, one file of which was chosen. */
async function uploading(
  { holds = false, ...asked }: { holds?: boolean; confirmBtnText?: string } = {},
  isRefused = false,
) {
  Object.assign(Sent, { holds })
  Object.assign(globalThis, { XMLHttpRequest: Sent })
  const presigned = isRefused
    ? refused('quota_exceeded', '空间不够', 413)
    : { status: 200, body: { presign_url: 'https://drive.example/api/v2/file/upload/content?x=1' } }
  const answers = { 'user/info': me, 'file/upload': presigned }
  const rig = await frame('/open_upload', answers, (props) => h(UploadScreen, props), asked)
  rig.platform.picked = [{ name: 'a.txt', size: 3, source: new File(['abc'], 'a.txt') }]
  await tap(mounted.box, '.button', words.upload.add)
  await tap(mounted.box, '.action-grid-cell')
  await answered()
  return { ...rig, results: () => rig.said.filter((type) => type === 'upload') }
}

describe('[OPEN-03] the upload page', () => {
  test('the page sends nobody back while they choose more files', async () => {
    const { platform, results } = await uploading()
    expect(mounted.box.textContent).toContain(words.upload.returning.replace('{n}', '3'))
    doing(() => platform.clock.pass(1000))
    await tap(mounted.box, '.text-button', words.upload.addMore)
    doing(() => platform.clock.pass(10_000))
    expect(results()).toStrictEqual([])
  })

  test('the page asks before it closes during uploads, and continues after a no', async () => {
    const { app, said, given } = await uploading({ holds: true })
    const answer = async (isAgreed: boolean) => {
      await tap(mounted.box, '.icon-button')
      const { dialog } = app.feedback
      expect([dialog?.title, dialog?.text]).toStrictEqual([
        { text: words.upload.leaveTitle },
        { text: words.upload.leaveText },
      ])
      doing(() => app.feedback.answer(dialog!.id, isAgreed))
      await answered()
    }
    await answer(false)
    expect([said, mounted.box.textContent?.includes('a.txt')]).toStrictEqual([['ready'], true])
    await answer(true)
    expect(said).toStrictEqual(['ready', 'upload'])
    expect(given[1]).toMatchObject({ files: [{ id: null, name: 'a.txt', upload_status: 'fail', error_msg: 'undone' }] })
  })

  test.each([
    ['well', 200, ['upload']],
    ['with a failure', 500, []],
  ])('the page no longer asks whether to stop uploads that have ended, %s', async (_how, status, told) => {
    const { app, platform, results } = await uploading({ holds: true })
    await tap(mounted.box, '.icon-button')
    expect(app.feedback.dialog?.title).toStrictEqual({ text: words.upload.leaveTitle })
    Object.assign(Sent.last, { status })
    doing(() => Sent.last.onload())
    await answered()
    expect([app.feedback.dialog, results()]).toStrictEqual([null, []])
    doing(() => platform.clock.pass(3000))
    expect(results()).toStrictEqual(told)
  })

  test('the page reports the results to its parent, also where all failed', async () => {
    const { said, given } = await uploading({}, true)
    await tap(mounted.box, '.icon-button')
    expect(said).toStrictEqual(['ready', 'upload'])
    expect(given[1]).toMatchObject({
      files: [{ id: null, name: 'a.txt', upload_status: 'fail', error_msg: '空间不够' }],
    })
  })

  test('the page reports leaving without a choice', async () => {
    const { said } = await frame('/open_upload', { 'user/info': me }, (props) => h(UploadScreen, props))
    await tap(mounted.box, '.icon-button')
    expect(said).toStrictEqual(['ready', 'close'])
  })
})

describe('[OPEN-07] texts chosen by the parent page', () => {
  const texts = { productName: '课堂', userName: '小王', confirmBtnText: '就选它' }
  const answers = {
    'user/info': me,
    'folder/roots': { status: 200, body: { folders: [] } },
    'folder/4/children': {
      status: 200,
      body: { folder: { id: 4, name: '课件', permissions: [] }, folders: [], files: [] },
    },
  }
  const facts = () => mounted.box.querySelector('.open-facts')?.textContent
  const factsOf = (product: string, name: string) =>
    `${words.shownBy.replace('{product}', product)} · ${words.actingFor.replace('{name}', name)}`
  const buttons = () => [...mounted.box.querySelectorAll('.button')].map(({ textContent }) => textContent)

  for (const [screen, Picker] of [
    ['select_files', FilePicker],
    ['select_destination', DestinationPicker],
  ] as const)
    test(`${screen} shows its name, the name of the user and the words of the button`, async () => {
      await frame(`/${screen}`, answers, (props) => h(Picker, props), texts)
      expect([facts(), buttons()]).toStrictEqual([factsOf('课堂', '小王'), ['就选它']])
    })

  test('without them the screen shows the application, the token’s user, and our own words', async () => {
    await frame('/select_files', answers, (props) => h(FilePicker, props))
    expect([facts(), buttons()]).toStrictEqual([factsOf('Lessons', '林老师'), [words.confirm]])
  })

  test('open_upload shows the words of the button', async () => {
    await uploading({ holds: true, confirmBtnText: '交上去' })
    expect(buttons()).toStrictEqual(['交上去'])
  })
})
