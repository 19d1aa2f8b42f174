import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { Comment } from '@/contract/comments'
import { WordsContext } from '@/components/ui/context'
import { loadCommentWords } from '@/i18n/comments/load'
import { loadMainWords } from '@/i18n/main/load'
import { createWords } from '@/i18n/words'
import { CommentsPanel } from '@/screens/comments/CommentsPanel'
import { VoicePanel } from '@/screens/comments/voice/VoicePanel'
import type { Recorder } from '@/platform/Platform'
import { RecordingFailed } from '@/platform/fileFailures'
import { CommentThreads } from '@/stores/comments/CommentThreads'
import { VoiceDraft } from '@/stores/comments/VoiceDraft'
import { makeLazy } from '@/stores/app/LazyStores'
import { makeItem } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { FIRST, liveRig } from '../../stores/support/liveRig'
import { startApp, type Rig } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type, type Mounted } from '../rig'
import { pageTurns } from '../taro'

const INFO = 'GET /apps/files/get_info'
const LIST = 'GET /apps/files/comments'
const CREATE = 'POST /apps/comments/create'
const item = makeItem({ id: 12, typed_id: 'file_12', name: '宣讲会.pptx' })

const comment = (fields: Partial<Comment>): Comment => ({
  id: 1,
  content: '好的',
  created_at: 1_795_000_000,
  user: { id: 7, name: '陈希' },
  unread: false,
  child_message_id: null,
  unread_count: 0,
  is_voice: false,
  voice_length: 0,
  voice_url: null,
  permissions: [],
  item_type: 'file',
  item_id: 12,
  answer_to: null,
  is_resolved: false,
  passage: null,
  may_resolve: false,
  ...fields,
})

describe('the comment panel', () => {
  let mounted: Mounted
  afterEach(() => mounted.close())

  interface Opening {
    message?: number
    shown?: typeof item
    /** The phone's microphone; absent means none. */
    start?: Recorder['start']
    takesVoices?: boolean
    rig?: Rig
  }
  async function open(held: Comment[], { message, shown = item, start, takesVoices = true, ...given }: Opening = {}) {
    const rig = given.rig ?? (await startApp())
    const voice = comment({ id: 98, content: '', is_voice: true, voice_length: 3, voice_url: '/api/v' })
    if (start) {
      const send = async () => ({ status: 200, body: { success: true, comment: voice } })
      makeLazy(rig.app, 'recorder', () => ({ start, send, addressOf: () => ({ address: 'blob:1', release() {} }) }))
    }
    rig.server
      .on(INFO, { item: shown })
      .on(LIST, {
        comments: held,
        has_earlier: false,
        total_count: held.length,
        is_collaborative: true,
        takes_voices: takesVoices,
        focus_comment_id: null,
      })
      .on(CREATE, ({ content }) => ({ comment: comment({ id: 99, content }) }))
    const overlays = rig.app.createOverlays()
    mounted = await mountScreen(rig.app, h(CommentsPanel, { typedId: 'file_12', message, overlays, onClose() {} }))
    await answered()
    return { ...rig, overlays }
  }
  const records = async () => ({
    stop: async () => ({ milliseconds: 3000, source: '' }),
    drop() {},
  })

  const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)
  const field = () => mounted.box.querySelector<HTMLInputElement>('.comments-input')!

  test('[AH-20] the panel follows comments while its page is on top, and catches up when it returns', async () => {
    const rig = await liveRig()
    const { line, lines, open: listening, platform, server } = rig
    const pass = async (milliseconds: number) => {
      doing(() => platform.clock.pass(milliseconds))
      await answered()
    }
    const say = async (event: 'ready' | 'changed', data?: string) => {
      doing(() => line().say(event, data))
      await answered()
    }
    const said = (count: number) => {
      const comments = Array.from({ length: count }, (_, at) => comment({ id: at + 1 }))
      const answer = { comments, total_count: count, has_earlier: false, is_collaborative: true }
      server.on(LIST, { ...answer, takes_voices: true, focus_comment_id: null })
    }
    await open([comment({})], { rig })
    await pass(FIRST)
    expect(line().path).toContain('watch=comments_12&')
    said(2)
    await say('ready')
    expect(texts('.comment-text')).toHaveLength(2)
    said(3)
    await say('changed', 'comments_12')
    expect(texts('.comment-text')).toHaveLength(3)
    doing(() => pageTurns('hide'))
    expect(listening()).toStrictEqual([])
    said(4)
    doing(() => pageTurns('show'))
    await pass(200)
    expect(listening()).toStrictEqual([lines[1]])
    await say('ready')
    expect(texts('.comment-text')).toHaveLength(4)
  })
  const has = (selector: string) => mounted.box.querySelector(selector) !== null

  test('the panel names its item, and once where its card does', async () => {
    await open([])
    expect(texts('.comments-of')).toStrictEqual([item.name])
    mounted.close()
    await open([], { message: 7 })
    expect([texts('.comments-of'), texts('.comments-card-name')]).toStrictEqual([[], [item.name]])
  })

  test('[DOC-06] a comment shows the words of the text that it is about; a tap opens the text', async () => {
    const { platform } = await open([comment({ passage: { words: '领取招生简章<b>' } }), comment({ id: 2 })])
    expect(texts('.comment-passage')).toStrictEqual(['领取招生简章<b>'])
    doing(() => mounted.box.querySelector<HTMLElement>('.comment-passage')!.click())
    await answered()
    expect(platform.navigate.top).toStrictEqual({ page: 'preview', fileId: 12 })
  })

  test('[COMM-03] the panel shows who said what, mentions as names, and hostile text as text', async () => {
    await open([comment({ content: '@[8:王珂] 第 8 页<script>alert(1)</script>' }), comment({ id: 2, content: '好' })])
    expect(texts('.header-text')).toStrictEqual(['评论 2'])
    expect(texts('.comment-text')).toStrictEqual(['@王珂 第 8 页<script>alert(1)</script>', '好'])
    expect(texts('.comment-mention')).toStrictEqual(['@王珂'])
    expect(has('.comments-card')).toBe(false)
  })

  test('[COMM-03] the address of a web page is a link on H5, and copied by a tap in WeChat', async () => {
    const { platform } = await open([comment({ content: '见 https://a.cn/x，谢谢 @[8:王珂]' })])
    expect([texts('.comment-text'), texts('.comment-link')]).toStrictEqual([
      ['见 https://a.cn/x，谢谢 @王珂'],
      ['https://a.cn/x'],
    ])
    const link = mounted.box.querySelector('.comment-link')!
    if (link.tagName === 'A') {
      expect(link.getAttribute('href')).toBe('https://a.cn/x')
      expect(link.getAttribute('rel')).toContain('noopener')
    } else {
      await tap(mounted.box, '.comment-link', 'https://a.cn/x')
      expect(platform.clipboard).toBe('https://a.cn/x')
    }
  })

  test('[COMM-01] opened from a message the panel shows the target first', async () => {
    await open([comment({})], { message: 5 })
    expect(texts('.comments-card-name')).toStrictEqual(['宣讲会.pptx'])
  })

  test('[COMM-01] without the right there is no form and a text says so', async () => {
    const shown = makeItem({ ...item, action_permissions: { ...item.action_permissions, perm_comment: false } })
    await open([comment({})], { shown })
    expect([has('.comments-form'), texts('.empty-title')]).toStrictEqual([false, ['没有权限查看评论']])
  })

  test('[COMM-01] a deleted target is an error view that leads home', async () => {
    const rig = await startApp()
    rig.server.on(INFO, () => refusal('item_is_deleted'))
    const overlays = rig.app.createOverlays()
    mounted = await mountScreen(rig.app, h(CommentsPanel, { typedId: 'file_12', overlays, onClose() {} }))
    await answered()
    expect(texts('.empty-title')).toStrictEqual(['内容已被删除'])
    await tap(mounted.box, '.button', '返回首页')
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'files', space: 'frequent' })
  })

  test('[COMM-07] the button looks disabled when nothing can be sent, and then sends nothing', async () => {
    const { server } = await open([])
    const closed = () => mounted.box.querySelector('.comments-submit')!.getAttribute('aria-disabled')
    expect(closed()).toBe('true')
    await tap(mounted.box, '.comments-submit')
    expect(server.countOf(CREATE)).toBe(0)
    type(field(), '好')
    await answered()
    expect(closed()).toBe('false')
    await tap(mounted.box, '.comments-submit')
    expect(server.callsOf(CREATE)[0]!.request.content).toBe('好')
    expect([texts('.comment-text'), closed()]).toStrictEqual([['好'], 'true'])
  })

  test('[COMM-04] only users who may delete are offered it', async () => {
    await open([comment({}), comment({ id: 2, permissions: ['delete_comment'] })])
    expect(mounted.box.querySelectorAll('.comment-remove')).toHaveLength(1)
    expect(mounted.box.querySelectorAll('.swipe')).toHaveLength(1)
  })

  test('[COMM-06] a voice comment shows its length', async () => {
    await open([comment({ content: '', is_voice: true, voice_length: 12, voice_url: '/api/v' })])
    expect(texts('.comment-voice')).toStrictEqual(['0:12'])
  })

  test('[COMM-06] the microphone records, sends and leads back, and the comment appears', async () => {
    const { platform, overlays } = await open([], { start: records })
    await tap(mounted.box, '.comments-bar .icon-button')
    expect(texts('.voice .header-text')).toStrictEqual(['录音'])
    doing(() => platform.clock.pass(3000))
    expect(texts('.voice-time')).toStrictEqual(['0:03'])
    await tap(mounted.box, '.voice .button', '发送')
    expect([has('.voice'), overlays.depth, texts('.comment-voice')]).toStrictEqual([false, 0, ['0:03']])
  })

  test('[COMM-06] while a finger holds, the screen explains lifting and draws the voice', async () => {
    const { app } = await startApp()
    let heard = (_level: number) => {}
    makeLazy(app, 'recorder', () => ({
      start(_ended, told = () => {}) {
        heard = told
        return records()
      },
      send: async () => ({ status: 200, body: {} }),
      addressOf: () => ({ address: 'blob:1', release() {} }),
    }))
    const threads = new CommentThreads(app, { comments: [], setResolved() {} })
    const voice = new VoiceDraft(app, { target: { typedId: 'file_12' }, published() {}, threads })
    const words = createWords(...(await loadCommentWords('zh-CN')), ...(await loadMainWords('zh-CN', 'default')))
    const panel = h(VoicePanel, { voice, overlays: app.createOverlays(), onClose() {} })
    await voice.begin(true)
    mounted = await mountScreen(app, h(WordsContext.Provider, { value: words }, panel))
    const heights = () => [...mounted.box.querySelectorAll<HTMLElement>('.voice-bar')].map(({ style }) => style.height)
    expect(texts('.voice-text')).toStrictEqual(['松开发送，上滑取消 · 最长 60 秒'])
    expect([has('.voice-wave-calm'), has('.icon-mic'), has('.voice-buttons')]).toStrictEqual([true, true, false])
    doing(() => heard(1))
    expect([heights().length, heights().at(-2), heights().at(-1)]).toStrictEqual([36, '4px', '56px'])
    expect(has('.voice-wave-calm')).toBe(false)
    doing(() => voice.moveFinger(100))
    expect([texts('.voice-text'), has('.icon-x')]).toStrictEqual([['松开取消 · 最长 60 秒'], true])
    doing(() => voice.cancelHold())
    expect([texts('.voice-text'), has('.voice-buttons')]).toStrictEqual([['最长 60 秒'], true])
  })

  test('[COMM-06] a refused microphone is explained, and going back leads to the comments', async () => {
    const { overlays } = await open([], { start: () => Promise.reject(new RecordingFailed('denied')) })
    await tap(mounted.box, '.comments-bar .icon-button')
    expect(texts('.voice-text')).toStrictEqual([
      '没有麦克风权限，不能录音。',
      '请在浏览器的网站设置里允许使用麦克风，然后再试一次。',
    ])
    await overlays.closeTop()
    await answered()
    expect([has('.voice'), has('.comments-form')]).toStrictEqual([false, true])
  })

  const silent: [string, Parameters<typeof open>[1]][] = [
    ['whose phone has no microphone', {}],
    ['whose server makes no voice playable', { start: records, takesVoices: false }],
  ]
  test.each(silent)('[COMM-06] recording is not offered %s', async (_, opening) => {
    await open([], opening)
    expect(has('.comments-bar .icon-button')).toBe(false)
  })

  test('only comments near the view exist, at first the newest, and a screen reader hears their positions', async () => {
    await open(Array.from({ length: 1000 }, (_, at) => comment({ id: at + 1, content: String(at + 1) })))
    expect([texts('.comment-text').length, texts('.comment-text').at(-1)]).toStrictEqual([48, '1000'])
    const rows = [...mounted.box.querySelectorAll('.measured-row')]
    expect(rows.at(-1)?.getAttribute('aria-posinset')).toBe('1000')
  })
})
