import { describe, expect, test } from '@jest/globals'
import { RecordingFailed } from '@/platform/fileFailures'
import { createRecorder, type RecordingBrowser } from '@/platform/h5/recorder'
import { ManualClock } from '../../stores/support/manualClock'

/** The used part of a browser's MediaRecorder; the test plays its microphone. */
class Maker {
  static made: Maker[] = []
  static known = 'audio/mp4'
  static isTypeSupported = (type: string) => type === Maker.known
  state = 'inactive'
  ondataavailable?: (event: { data: Blob }) => void
  onstop?: () => void
  onerror?: () => void
  mimeType: string
  sound = 'sound'

  constructor(_stream: object, { mimeType = '' }: { mimeType?: string }) {
    this.mimeType = mimeType
    Maker.made.push(this)
  }

  start() {
    this.state = 'recording'
  }

  stop() {
    this.state = 'inactive'
    this.ondataavailable?.({ data: new Blob([this.sound]) })
    this.onstop?.()
  }
}

/** The used part of a browser's AudioContext, with a wave of the test's. */
class Sound {
  static made: Sound[] = []
  static fails = false
  state = 'running'
  constructor() {
    if (Sound.fails) throw new Error('too many')
    Sound.made.push(this)
  }
  createAnalyser = () => ({
    fftSize: 4,
    getByteTimeDomainData: (samples: Uint8Array) => samples.set([255, 1, 255, 1]),
  })
  createMediaStreamSource = () => ({ connect() {} })
  close = async () => void (this.state = 'closed')
}

function browser({ refuses }: { refuses?: string } = {}) {
  const clock = new ManualClock()
  const track = { stopped: 0, onended: () => {}, onmute: () => {}, stop: () => (track.stopped += 1) }
  const page = {
    visibilityState: 'visible',
    listeners: new Set<() => void>(),
    addEventListener: (_type: string, listener: () => void) => void page.listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => void page.listeners.delete(listener),
  }
  const stream = { getAudioTracks: () => [track], getTracks: () => [track] }
  const getUserMedia = async () => {
    if (refuses) throw Object.assign(new Error(refuses), { name: refuses })
    return stream
  }
  const made = {
    MediaRecorder: Maker,
    AudioContext: Sound,
    navigator: { mediaDevices: { getUserMedia } },
    document: page,
  }
  const recorder = createRecorder(made as unknown as RecordingBrowser, clock)!
  return {
    recorder,
    clock,
    track,
    page,
    ways: {
      'the microphone is taken away': () => track.onended(),
      'a call mutes it': () => track.onmute(),
      'the page is hidden'() {
        page.visibilityState = 'hidden'
        for (const listener of page.listeners) listener()
      },
      'the browser breaks off': () => Maker.made.at(-1)!.onerror?.(),
    },
  }
}

describe('[COMM-06] the microphone of a browser', () => {
  test('the recorder uses a format that the browser knows, frees the microphone, and returns the length', async () => {
    const { recorder, clock, track, page } = browser()
    const taking = await recorder.start(() => {})
    clock.pass(2300)
    const { milliseconds, source } = await taking.stop()
    expect([milliseconds, (source as Blob).type, (source as Blob).size]).toStrictEqual([2300, 'audio/mp4', 5])
    expect([track.stopped, page.listeners.size]).toStrictEqual([1, 0])
  })

  const refusals: [string, RecordingFailed['reason']][] = [
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'phone'],
  ]
  test.each(refusals)('%s: %s', async (refuses, reason) => {
    await expect(browser({ refuses }).recorder.start(() => {})).rejects.toMatchObject({
      name: 'RecordingFailed',
      reason,
    })
  })

  for (const way of Object.keys(browser().ways) as (keyof ReturnType<typeof browser>['ways'])[])
    test(`${way} is reported once, with the recording up to there`, async () => {
      const { recorder, clock, track, ways } = browser()
      let ends = 0
      const taking = await recorder.start(() => (ends += 1))
      clock.pass(1500)
      ways[way]()
      ways[way]()
      clock.pass(60_000)
      expect([ends, (await taking.stop()).milliseconds, track.stopped]).toStrictEqual([1, 1500, 1])
    })

  test('the loudness is reported ten times a second, until the end', async () => {
    const { recorder, clock } = browser()
    const levels: number[] = []
    const taking = await recorder.start(
      () => {},
      (level) => levels.push(Math.round(level)),
    )
    const sound = Sound.made.at(-1)!
    clock.pass(300)
    sound.state = 'suspended'
    clock.pass(300)
    sound.state = 'running'
    clock.pass(100)
    await taking.stop()
    clock.pass(1000)
    expect([levels, sound.state, clock.waits]).toStrictEqual([[1, 1, 1, 1], 'closed', []])
  })

  test('a browser that cannot measure loudness records all the same', async () => {
    const { recorder, clock } = browser()
    Sound.fails = true
    const taking = await recorder.start(
      () => {},
      () => {},
    )
    Sound.fails = false
    clock.pass(2000)
    expect((await taking.stop()).milliseconds).toBe(2000)
  })

  test('a discarded recording frees the microphone, and is not reported', async () => {
    const { recorder, track, ways } = browser()
    let ends = 0
    ;(await recorder.start(() => (ends += 1))).drop()
    ways['the page is hidden']()
    expect([ends, track.stopped]).toStrictEqual([0, 1])
  })

  test('an empty recording is none', async () => {
    const taking = await browser().recorder.start(() => {})
    Maker.made.at(-1)!.sound = ''
    await expect(taking.stop()).rejects.toThrow(new RecordingFailed('phone'))
  })

  const lacking: [string, object][] = [
    ['MediaRecorder', { navigator: { mediaDevices: { getUserMedia() {} } } }],
    ['a microphone for this page', { MediaRecorder: Maker, navigator: {} }],
  ]
  test.each(lacking)('a browser without %s records nothing', (_, made) => {
    expect(createRecorder(made as RecordingBrowser, new ManualClock())).toBe(null)
  })
})
