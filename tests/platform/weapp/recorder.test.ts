import { describe, expect, test } from '@jest/globals'
import { RecordingFailed } from '@/platform/fileFailures'
import { PrivacyRefused } from '@/platform/privacyFailures'
import { frames } from '../../support/comments/mp3Frames'
import { createRecorder, type RecorderCalls, type Taken } from '@/platform/weapp/recorder'

type Manager = ReturnType<NonNullable<RecorderCalls['getRecorderManager']>>
const taken: Taken = { tempFilePath: 'wxfile://tmp_1.mp3', duration: 12_300, fileSize: 4000 }

/** A WeChat whose user says yes, and whose phone the test plays. */
function phone({ refuses }: { refuses?: string } = {}) {
  const calls: string[] = []
  let started = () => {}
  let stopped = (_taken: Taken) => {}
  let failed = (_failure: { errMsg: string }) => {}
  let interrupted = () => {}
  let grew = (_piece: { frameBuffer: ArrayBuffer }) => {}
  let hidden: () => void = () => {}
  const manager: Manager = {
    start({ format, duration }) {
      calls.push(`start ${format} ${duration}`)
      if (refuses) failed({ errMsg: refuses })
      else started()
    },
    stop() {
      calls.push('stop')
      stopped(taken)
    },
    onStart: (listener) => (started = listener),
    onStop: (listener) => (stopped = listener),
    onError: (listener) => (failed = listener),
    onInterruptionBegin: (listener) => (interrupted = listener),
    onFrameRecorded: (listener) => (grew = listener),
  }
  const hiding = {
    onAppHide: (listener: () => void) => void (hidden = listener),
    offAppHide: () => void (hidden = () => {}),
  }
  const send = async () => ({ status: 200, body: null })
  const recorder = createRecorder({ getRecorderManager: () => manager }, hiding, send)!
  return {
    recorder,
    calls,
    hides: () => hidden(),
    interrupts: () => interrupted(),
    stopsByItself: () => stopped(taken),
    gives: (bytes: Uint8Array) => grew({ frameBuffer: bytes.slice().buffer as ArrayBuffer }),
    breaks: () => failed({ errMsg: 'operateRecorder:fail system' }),
  }
}

describe('[COMM-06] the recorder of WeChat', () => {
  test('the recorder records an MP3 and returns its length', async () => {
    const { recorder, calls } = phone()
    const taking = await recorder.start(() => {})
    expect(await taking.stop()).toStrictEqual({ milliseconds: 12_300, source: taken })
    expect(calls).toStrictEqual(['start mp3 65000', 'stop'])
  })

  const refusals: [string, unknown][] = [
    ['operateRecorder:fail auth deny', new RecordingFailed('denied')],
    ['start:fail privacy permission is not authorized', new PrivacyRefused()],
    ['operateRecorder:fail recorder is busy', new RecordingFailed('phone')],
  ]
  test.each(refusals)('%s', async (refuses, error) => {
    await expect(phone({ refuses }).recorder.start(() => {})).rejects.toThrow(error as Error)
  })

  for (const what of ['hides', 'interrupts', 'stopsByItself'] as const)
    test(`${what} is reported once, with the recording up to there`, async () => {
      const { recorder, ...played } = phone()
      let ends = 0
      const taking = await recorder.start(() => (ends += 1))
      played[what]()
      const recording = await taking.stop()
      played.hides()
      expect([ends, recording.milliseconds]).toStrictEqual([1, 12_300])
    })

  test('the loudness is reported while it runs, except for unreadable data', async () => {
    const { recorder, gives } = phone()
    const levels: number[] = []
    const taking = await recorder.start(
      () => {},
      (level) => levels.push(level),
    )
    gives(frames(150))
    gives(new Uint8Array(1024))
    await taking.stop()
    gives(frames(170))
    expect(levels).toStrictEqual([0.5])
  })

  test('a recording that breaks in the middle returns nothing', async () => {
    const { recorder, breaks } = phone()
    let ends = 0
    const taking = await recorder.start(() => (ends += 1))
    breaks()
    await expect(taking.stop()).rejects.toThrow(new RecordingFailed('phone'))
    expect(ends).toBe(1)
  })

  test('a discarded recording stops, and is not reported', async () => {
    const { recorder, calls, hides } = phone()
    let ends = 0
    ;(await recorder.start(() => (ends += 1))).drop()
    await recorder.start(() => {})
    hides()
    expect([calls, ends]).toStrictEqual([['start mp3 65000', 'stop', 'start mp3 65000'], 0])
  })

  test('a WeChat without a recorder records nothing', () => {
    const hiding = { onAppHide() {}, offAppHide() {} }
    expect(createRecorder({}, hiding, async () => ({ status: 200, body: null }))).toBe(null)
  })
})
