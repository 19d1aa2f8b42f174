import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  admitFiles,
  isSmall,
  isTooLarge,
  mustAskBeforeCancel,
  summaryOf,
  uploadAfter,
  uploadMaximum,
  uploadPercent,
  waitingUpload,
  type Upload,
  type UploadEvent,
  type UploadState,
} from '@/domain/uploads/uploads'

const MB = 1024 * 1024
const start = waitingUpload({ name: '合影.jpg', size: 200 })
const after = (upload: Upload, ...events: UploadEvent[]) => events.reduce(uploadAfter, upload)
const running = after(start, { type: 'started' }, { type: 'progressed', loaded: 50 })
const broken = after(running, { type: 'failed', fault: 'network' })
const inState: Record<UploadState, Upload> = {
  waiting: start,
  progress: running,
  paused: after(running, { type: 'paused', by: 'user' }),
  uploaded: after(running, { type: 'uploaded' }),
  failed: broken,
  canceled: after(running, { type: 'canceled' }),
}

describe('an upload passes through its states (1§4, UPL-02)', () => {
  const table: [sentence: string, upload: Upload, state: UploadState, percent: number][] = [
    ['an upload begins by waiting', start, 'waiting', 0],
    ['a started upload is in progress', after(start, { type: 'started' }), 'progress', 0],
    ['an upload in progress has a percent', running, 'progress', 25],
    [
      'a percent counts only when it is complete',
      after(waitingUpload({ name: 'a', size: 3 }), { type: 'started' }, { type: 'progressed', loaded: 1 }),
      'progress',
      33,
    ],
    ['a finished upload is uploaded', after(running, { type: 'uploaded' }), 'uploaded', 100],
    ['an error makes an upload fail and keeps its percent', broken, 'failed', 25],
    ['a retry makes a failed upload wait', after(broken, { type: 'retried' }), 'waiting', 0],
    ['canceling ends an upload', after(running, { type: 'canceled' }), 'canceled', 25],
    ['an upload in progress can pause', after(running, { type: 'paused', by: 'user' }), 'paused', 0],
    ['a resumed upload waits', after(running, { type: 'paused', by: 'user' }, { type: 'resumed' }), 'waiting', 0],
    ['a waiting upload can pause', after(start, { type: 'paused', by: 'user' }), 'paused', 0],
  ]
  test.each(table)('%s', (_sentence, upload, state, percent) =>
    expect([upload.state, uploadPercent(upload)]).toStrictEqual([state, percent]),
  )
  test('an upload begins with 0 bytes sent', () => expect(start.loaded).toBe(0))
  test('a failed upload keeps its reason until a retry', () => {
    expect(broken.fault).toBe('network')
    expect(after(broken, { type: 'retried' }).fault).toBeNull()
  })
  test('a late event changes nothing', () => {
    const late: [UploadState, UploadEvent][] = [
      ['canceled', { type: 'progressed', loaded: 90 }],
      ['canceled', { type: 'uploaded' }],
      ['canceled', { type: 'failed', fault: 'network' }],
      ['canceled', { type: 'retried' }],
      ['uploaded', { type: 'canceled' }],
      ['uploaded', { type: 'failed', fault: 'unknown' }],
      ['paused', { type: 'progressed', loaded: 90 }],
      ['paused', { type: 'uploaded' }],
      ['failed', { type: 'progressed', loaded: 90 }],
      ['waiting', { type: 'uploaded' }],
      ['progress', { type: 'started' }],
      ['waiting', { type: 'retried' }],
      ['waiting', { type: 'resumed' }],
    ]
    for (const [state, event] of late)
      expect([`${event.type} when ${state}`, uploadAfter(inState[state], event)]).toStrictEqual([
        `${event.type} when ${state}`,
        inState[state],
      ])
  })
  test('the percent is an integer from 0 to 100 and never falls while sending', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.integer({ min: -10, max: 2000 })), (size, reports) => {
        let upload = after(waitingUpload({ name: 'a', size }), { type: 'started' })
        let before = 0
        for (const loaded of reports) {
          upload = uploadAfter(upload, { type: 'progressed', loaded })
          const percent = uploadPercent(upload)
          expect(Number.isInteger(percent)).toBe(true)
          expect(percent).toBeGreaterThanOrEqual(before)
          expect(percent).toBeLessThanOrEqual(100)
          before = percent
        }
      }),
    )
  })
  test('an empty file jumps from 0 to 100', () => {
    const empty = after(waitingUpload({ name: 'a', size: 0 }), { type: 'started' })
    expect([uploadPercent(empty), uploadPercent(after(empty, { type: 'uploaded' }))]).toStrictEqual([0, 100])
  })
})

describe('a file must pass the limits of an upload (1§5)', () => {
  test('53687091200 bytes or more is rejected', () => expect(isTooLarge(53_687_091_200)).toBe(true))
  test('a byte less is accepted', () => expect(isTooLarge(53_687_091_199)).toBe(false))
  test('the other files are accepted up to the maximum, in their order', () => {
    const picked = [1, 53_687_091_200, 2, 3].map((size) => ({ size }))
    const { taken, tooLarge, leftOver } = admitFiles(picked, 2)
    expect([taken, tooLarge, leftOver].map((files) => files.map(({ size }) => size))).toStrictEqual([
      [1, 2],
      [53_687_091_200],
      [3],
    ])
  })
  const maxima: [sentence: string, configured: string | number | null | undefined, maximum: number][] = [
    ['an absent value means 10', undefined, 10],
    ['null means 10', null, 10],
    ['a number is used', 3, 3],
    ['a number as text is used', '25', 25],
    ['an empty value means 1', '', 1],
    ['zero means 1', '0', 1],
    ['a negative number means 1', '-4', 1],
    ['a fraction means 1', '2.5', 1],
    ['other text means 1', 'many', 1],
    ['another notation means 1', '1e3', 1],
    ['infinity means 1', Infinity, 1],
  ]
  test.each(maxima)('the count is capped: %s', (_sentence, configured, maximum) =>
    expect(uploadMaximum(configured)).toBe(maximum),
  )
  test('an unreadable file under 5 MB is dropped silently', () => {
    const gone = after(waitingUpload({ name: 'a', size: 5 * MB - 1 }), { type: 'started' }, { type: 'unreadable' })
    expect([gone.state, gone.fault, isSmall(gone.size)]).toStrictEqual(['canceled', null, true])
  })
  test('a larger unreadable file fails', () => {
    const failed = after(waitingUpload({ name: 'a', size: 5 * MB }), { type: 'started' }, { type: 'unreadable' })
    expect([failed.state, failed.fault, isSmall(failed.size)]).toStrictEqual(['failed', 'unreadable', false])
  })
})

describe('canceling may ask for a confirmation (1§4)', () => {
  const table: [UploadState, inDrive: boolean, inEmbed: boolean][] = [
    ['waiting', false, true],
    ['progress', true, true],
    ['paused', false, true],
    ['failed', false, true],
    ['uploaded', false, false],
    ['canceled', false, false],
  ]
  test.each(table)('canceling in state %s asks in the drive: %s, in an embed: %s', (state, inDrive, inEmbed) => {
    expect([mustAskBeforeCancel(inState[state]), mustAskBeforeCancel(inState[state], true)]).toStrictEqual([
      inDrive,
      inEmbed,
    ])
  })
})

describe('[AH-02] bytes that the server keeps are not sent again', () => {
  const opened = after(start, { type: 'started' }, { type: 'opened', received: 0 }, { type: 'progressed', loaded: 120 })
  test('an upload that is paused and resumed keeps its position', () => {
    const again = after(opened, { type: 'paused', by: 'user' }, { type: 'resumed' }, { type: 'started' })
    expect([again.state, again.loaded]).toStrictEqual(['progress', 120])
  })
  test('an upload that failed and is retried keeps its position', () => {
    expect(after(opened, { type: 'failed', fault: 'network' }, { type: 'retried' }, { type: 'started' }).loaded).toBe(
      120,
    )
  })
  test('the position that the server reports is used, even if more was sent', () => {
    expect(after(opened, { type: 'opened', received: 70 }).loaded).toBe(70)
  })
  test('canceling asks for a confirmation wherever the server keeps bytes', () => {
    for (const event of [
      { type: 'paused', by: 'user' },
      { type: 'failed', fault: 'network' },
    ] as const) {
      expect([event.type, mustAskBeforeCancel(after(opened, event))]).toStrictEqual([event.type, true])
    }
  })
})

describe('[AH-03] a paused upload knows its cause', () => {
  const held = (...by: ('user' | 'signIn' | 'network')[]) =>
    after(running, ...by.map((who) => ({ type: 'paused', by: who }) as const))
  test('signing in resumes only the uploads that waited for it', () => {
    const table = (['user', 'signIn', 'network'] as const).map(
      (by) => after(held(by), { type: 'resumed', from: 'signIn' }).state,
    )
    expect(table).toStrictEqual(['paused', 'waiting', 'paused'])
  })
  test('the user can resume any upload', () => {
    for (const by of ['user', 'signIn', 'network'] as const)
      expect([by, after(held(by), { type: 'resumed' }).state]).toStrictEqual([by, 'waiting'])
  })
  test('an upload that the user holds stays held when another cause ends', () => {
    expect(held('user', 'network').hold).toBe('user')
    expect(held('network', 'user').hold).toBe('user')
  })
})

describe('the queue has a summary (2§4)', () => {
  test('the queue is in progress while done + failed < total', () => {
    const { total, done, failed, isRunning, loaded, size } = summaryOf([
      inState.uploaded,
      inState.failed,
      inState.progress,
      inState.canceled,
    ])
    expect({ total, done, failed, isRunning, loaded, size }).toStrictEqual({
      total: 3,
      done: 1,
      failed: 1,
      isRunning: true,
      loaded: 300,
      size: 600,
    })
  })
  test('the queue is not in progress when all are done or failed', () =>
    expect(summaryOf([inState.uploaded, inState.failed]).isRunning).toBe(false))
  test('an empty queue is not in progress', () => expect(summaryOf([]).isRunning).toBe(false))
})
