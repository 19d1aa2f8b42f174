import { describe, expect, test } from '@jest/globals'
import { NoAnswer, type HttpAnswer, type Recorder, type RecordingRequest } from '@/platform/Platform'
import { FileUnreadable, RecordingFailed } from '@/platform/fileFailures'
import { PrivacyRefused, PrivacyUndeclared } from '@/platform/privacyFailures'
import { makeLazy } from '@/stores/app/LazyStores'
import { CommentThreads } from '@/stores/comments/CommentThreads'
import { VoiceDraft } from '@/stores/comments/VoiceDraft'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

/** A phone that records what the test says, and a server that accepts it. */
async function rig({
  start = true as true | Error,
  answer = undefined as (() => HttpAnswer | Error) | undefined,
} = {}) {
  const { app, platform } = await startApp()
  const { clock } = platform
  const played = {
    drops: 0,
    ended: () => {},
    heard: (_level: number) => {},
    answer: answer ?? (() => published),
    start,
    asks: async () => {},
  }
  const sent: RecordingRequest[] = []
  const recorder: Recorder = {
    async start(ended, heard = () => {}) {
      played.heard = heard
      await played.asks()
      if (played.start !== true) throw played.start
      const begun = clock.now()
      played.ended = ended
      return {
        stop: async () => ({ milliseconds: clock.now() - begun, source: 'sound' }),
        drop: () => void (played.drops += 1),
      }
    },
    async send(request) {
      sent.push(request)
      const given = played.answer()
      if (given instanceof Error) throw given
      return given
    },
    addressOf: () => ({ address: 'blob:1', release() {} }),
    openSettings: async () => void (played.start = true),
  }
  makeLazy(app, 'recorder', () => recorder)
  const shown: unknown[] = []
  const threads = new CommentThreads(app, { comments: [], setResolved() {} })
  const comments = {
    target: { typedId: 'file_12' },
    published: (comment: unknown) => void shown.push(comment),
    threads,
  }
  const open = () => new VoiceDraft(app, comments)
  return { app, clock, played, sent, shown, threads, open, voice: open() }
}

const published: HttpAnswer = { status: 200, body: { success: true, comment: { id: 5 } } }

describe('[COMM-06] a voice comment', () => {
  test('[AH-53] a recording waits to be heard, is recorded anew, and is sent as an answer; leaving keeps both', async () => {
    const { voice, open, clock, sent, threads } = await rig()
    threads.answer({ id: 3, name: '李蔚', content: '对吗？', isVoice: false })
    await voice.begin()
    clock.pass(2000)
    await voice.review()
    expect(voice.state).toMatchObject({ phase: 'kept', why: 'ready', recording: { milliseconds: 2000 } })
    await voice.recordAnew()
    expect([voice.state.phase, sent.length]).toStrictEqual(['recording', 0])
    clock.pass(4000)
    await voice.review()
    threads.answer(null)
    const later = open()
    expect([later.state.phase, threads.answering?.id]).toStrictEqual(['kept', 3])
    await later.send()
    expect([sent.length, sent[0]!.recording.milliseconds]).toStrictEqual([1, 4000])
    expect(sent[0]!.path).toBe('/api/apps/comments/create_voice?item_typed_id=file_12&answer_to_id=3')
  })

  test('a recording counts its seconds and is published on its item', async () => {
    const { voice, clock, sent, shown } = await rig()
    const asking = voice.begin()
    expect(voice.state.phase).toBe('asking')
    await asking
    clock.pass(3200)
    expect([voice.state.phase, voice.seconds]).toStrictEqual(['recording', 3])
    await voice.send()
    expect(sent.map(({ path, recording }) => [path, recording])).toStrictEqual([
      ['/api/apps/comments/create_voice?item_typed_id=file_12', { milliseconds: 3200, source: 'sound' }],
    ])
    expect([shown, voice.state.phase]).toStrictEqual([[{ id: 5 }], 'idle'])
  })

  test('a recording ends by itself at 60 s and waits for the user', async () => {
    const { voice, clock, sent } = await rig()
    await voice.begin()
    clock.pass(90_000)
    await settled()
    expect(voice.state).toMatchObject({ phase: 'kept', why: 'limit', recording: { milliseconds: 60_000 } })
    expect(sent).toHaveLength(0)
    await voice.send()
    expect(sent).toHaveLength(1)
  })

  test('a recording shorter than a second is not sent, and says so', async () => {
    const { voice, clock, sent } = await rig()
    await voice.begin()
    clock.pass(900)
    await voice.send()
    expect([voice.state, sent]).toStrictEqual([{ phase: 'refused', why: 'short' }, []])
    await voice.begin()
    expect(voice.state.phase).toBe('recording')
  })

  test('lifting a holding finger sends the recording; sliding up discards it, unless the finger came back', async () => {
    const { voice, clock, played, sent } = await rig()
    for (const [ups, hold] of [
      [[], 'on'],
      [[200, 10], 'on'],
      [[79], 'on'],
    ] as const) {
      await voice.begin(true)
      clock.pass(2000)
      for (const up of ups) voice.moveFinger(up)
      expect(voice.hold).toBe(hold)
      await voice.releaseFinger()
    }
    expect([sent.length, played.drops, voice.state.phase]).toStrictEqual([3, 0, 'idle'])
    await voice.begin(true)
    clock.pass(2000)
    voice.moveFinger(81)
    expect(voice.hold).toBe('away')
    await voice.releaseFinger()
    expect([sent.length, played.drops, voice.state.phase, voice.hold]).toStrictEqual([3, 1, 'idle', 'off'])
  })

  test('lifting to answer the phone’s question, or a touch that the phone cancels, ends nothing', async () => {
    const { voice, clock, played, sent } = await rig()
    let agree = () => {}
    played.asks = () => new Promise((resolve) => (agree = resolve))
    const asking = voice.begin(true)
    await voice.releaseFinger()
    agree()
    await asking
    expect([voice.state.phase, voice.hold]).toStrictEqual(['recording', 'off'])
    voice.discard()
    played.asks = async () => {}
    await voice.begin(true)
    voice.cancelHold()
    clock.pass(3000)
    await voice.releaseFinger()
    expect([voice.state.phase, sent]).toStrictEqual(['recording', []])
  })

  test('a recording that ends under the finger waits for the user, and a late touch ends nothing', async () => {
    const { voice, clock, sent } = await rig()
    await voice.begin(true)
    clock.pass(60_000)
    await settled()
    voice.moveFinger(200)
    await voice.releaseFinger()
    expect([voice.state.phase, voice.hold, sent]).toStrictEqual(['kept', 'off', []])
    await voice.begin(true)
    expect(voice.hold).toBe('off')
  })

  test('the draft stores the recent loudness, as a new array each time', async () => {
    const { voice, played } = await rig()
    await voice.begin()
    for (let at = 0; at < 50; at += 1) played.heard(at)
    expect([voice.levels.length, voice.levels[0], voice.levels.at(-1)]).toStrictEqual([36, 14, 49])
    voice.discard()
    played.heard(1)
    await voice.begin()
    expect(voice.levels).toStrictEqual([])
  })

  test('a recording that a call interrupts is kept up to there', async () => {
    const { voice, clock, played } = await rig()
    await voice.begin()
    clock.pass(5000)
    played.ended()
    await settled()
    expect(voice.state).toMatchObject({ phase: 'kept', why: 'interrupted', recording: { milliseconds: 5000 } })
    clock.pass(60_000)
    expect(voice.state).toMatchObject({ why: 'interrupted' })
  })

  test('a cancelled recording is gone, and the microphone is free', async () => {
    const { voice, clock, played, sent } = await rig()
    await voice.begin()
    clock.pass(5000)
    voice.discard()
    expect([voice.state.phase, played.drops, clock.waits]).toStrictEqual(['idle', 1, []])
    await voice.send()
    expect(sent).toStrictEqual([])
  })

  test('after cancelling during the permission question a late yes records nothing', async () => {
    const { voice, played } = await rig()
    let agree = () => {}
    played.asks = () => new Promise((resolve) => (agree = resolve))
    const asking = voice.begin()
    voice.discard()
    agree()
    await asking
    expect([voice.state.phase, played.drops]).toStrictEqual(['idle', 1])
  })

  const refused: [Error, string][] = [
    [new RecordingFailed('denied'), 'denied'],
    [new RecordingFailed('missing'), 'missing'],
    [new PrivacyRefused(), 'privacy'],
    [new PrivacyUndeclared('start'), 'undeclared'],
  ]
  test.each(refused)('%s is reported, and recording can be retried', async (start, why) => {
    const { voice, played } = await rig({ start })
    await voice.begin()
    expect(voice.state).toStrictEqual({ phase: 'refused', why })
    played.start = true
    await voice.begin()
    expect(voice.state.phase).toBe('recording')
  })

  test('recording works once the settings allow the microphone again', async () => {
    const { voice } = await rig({ start: new RecordingFailed('denied') })
    await voice.begin()
    await voice.openSettings()
    expect(voice.state.phase).toBe('recording')
  })

  const failures: [string, () => HttpAnswer | Error][] = [
    ['no network', () => new NoAnswer('network')],
    ['a refusal', () => refusal('asked_too_often')],
    ['a server that fails', () => ({ status: 500, body: {} })],
  ]
  test.each(failures)(
    '[AH-27] %s keeps the recording and offers it again, also after the panel was closed',
    async (_, answer) => {
      const { voice, clock, played, shown, open } = await rig({ answer })
      await voice.begin()
      clock.pass(4000)
      await voice.send()
      expect(voice.state).toMatchObject({ phase: 'kept', why: 'unsent' })
      voice.dispose()
      const again = open()
      expect(again.state).toMatchObject({ phase: 'kept', recording: { milliseconds: 4000 } })
      played.answer = () => published
      await again.send()
      expect([shown, again.state.phase, open().state.phase]).toStrictEqual([[{ id: 5 }], 'idle', 'idle'])
    },
  )

  test('[AH-27] a user who leaves in the middle finds the recording, and another user does not', async () => {
    const { app, voice, clock, open } = await rig()
    await voice.begin()
    clock.pass(4000)
    voice.dispose()
    await settled()
    expect(open().state).toMatchObject({ phase: 'kept', why: 'interrupted', recording: { milliseconds: 4000 } })
    app.lazy.unsentVoices!.forget()
    expect(open().state.phase).toBe('idle')
  })

  test('a file that the phone has lost is reported', async () => {
    const { voice, clock } = await rig({ answer: () => new FileUnreadable() })
    await voice.begin()
    clock.pass(4000)
    await voice.send()
    expect(voice.state).toStrictEqual({ phase: 'refused', why: 'lost' })
  })
})
