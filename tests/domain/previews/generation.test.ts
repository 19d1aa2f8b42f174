import { describe, expect, test } from '@jest/globals'
import type { PreviewStatus } from '@/contract/previews/previews'
import { PREVIEW_CLEAR_DELAY } from '@/domain/previews/limits'
import {
  answered,
  askOf,
  beginGeneration,
  failedWith,
  isFinal,
  mediaPhaseOf,
  offersOf,
  percentOf,
  reasonOf,
  type Generation,
  type PreviewError,
} from '@/domain/previews/generation'

const percents: [PreviewStatus, progress: number, percent: number][] = [
  ['not_support', 0, 0],
  ['generating_failed', 0, 0],
  ['file_not_in_final_storage', 0, 5],
  ['generating', 0, 10],
  ['generating_started', 0, 10],
  ['generating_downloading', 0, 15],
  ['generating_downloaded', 0, 50],
  ['generating_uploading', 0, 60],
  ['generating_uploaded', 0, 75],
  ['generated', 0, 100],
  ['not_started', 0, 0],
  ['download_started', 0, 10],
  ['download_completed', 0, 15],
  ['check_started', 0, 20],
  ['check_completed', 0, 30],
  ['extract_started', 0, 40],
  ['extract_processing', 0, 50],
  ['extract_processing', 50, 75],
  ['extract_processing', 100, 100],
  ['extract_completed', 0, 100],
]

function see(
  generation: Generation,
  status: PreviewStatus,
  rest: Partial<Parameters<typeof answered>[1]> = {},
): Generation {
  return answered(generation, { status, progress: 0, media_status: null, reason: null, ...rest })
}

function waits(status: PreviewStatus, count: number, media: 'analysing' | null = null): (number | null)[] {
  const seen: (number | null)[] = []
  let generation = beginGeneration()
  for (let i = 0; i < count; i += 1) {
    generation = see(generation, status, { media_status: media })
    seen.push(generation.wait)
  }
  return seen
}

const statuses = new Set(percents.map(([status]) => status)).add('failed')

describe('each status has a percent (1§4)', () => {
  test.each(percents)('%s at progress %s is %s percent', (status, progress, percent) =>
    expect(percentOf(status, progress)).toBe(percent),
  )
  test('progress counts in extract_processing only', () => expect(percentOf('generating', 90)).toBe(10))
  test('a progress out of range is clamped', () => {
    expect([percentOf('extract_processing', 700), percentOf('extract_processing', -1)]).toStrictEqual([100, 50])
  })
  test('the state holds the percent', () => expect(see(beginGeneration(), 'generating_uploading').percent).toBe(60))
  test('the display clears 100 ms after it has reached 100', () => expect(PREVIEW_CLEAR_DELAY).toBe(100))
})

describe('[PREV-18] generating ends with certain statuses (1§4)', () => {
  for (const status of ['generated', 'extract_completed'] as const) {
    test(`generating is finished when status is ${status}`, () => {
      const { phase, percent, wait, reason } = see(beginGeneration(), status)
      expect({ phase, percent, wait, reason }).toStrictEqual({
        phase: 'generated',
        percent: 100,
        wait: null,
        reason: null,
      })
    })
  }
  test('no other status ends generating, whatever progress is reported', () => {
    const ends = new Set<PreviewStatus>([
      'generated',
      'extract_completed',
      'generating_failed',
      'failed',
      'not_support',
    ])
    for (const status of [...statuses].filter((each) => !ends.has(each))) {
      const { phase, wait } = see(beginGeneration(), status, { progress: 100 })
      expect([status, [phase, wait]]).toStrictEqual([status, ['generating', 200]])
    }
  })
  for (const status of ['generating_failed', 'failed'] as const) {
    test(`generating has failed when status is ${status}`, () => {
      const { phase, percent, wait, reason } = see(beginGeneration(), status)
      expect({ phase, percent, wait, reason }).toStrictEqual({
        phase: 'failed',
        percent: 0,
        wait: null,
        reason: 'failure',
      })
    })
  }
  test('generating has failed after 5 retries that still report file_not_in_final_storage', () => {
    let generation = see(beginGeneration(), 'file_not_in_final_storage')
    for (let retry = 1; retry <= 4; retry += 1) generation = see(generation, 'file_not_in_final_storage')
    expect(generation.phase).toBe('generating')
    const last = see(generation, 'file_not_in_final_storage')
    expect([last.phase, last.reason, last.wait]).toStrictEqual(['failed', 'file_not_in_final_storage', null])
  })
  test('retries are counted anew once the file has been found', () => {
    let generation = beginGeneration()
    for (let i = 0; i < 5; i += 1) generation = see(generation, 'file_not_in_final_storage')
    generation = see(generation, 'generating')
    for (let i = 0; i < 5; i += 1) generation = see(generation, 'file_not_in_final_storage')
    expect(generation.phase).toBe('generating')
  })
  test('a status ends generating that is halfway or forced, too', () => {
    for (const begun of [see(beginGeneration(), 'generating_downloaded'), beginGeneration('forced')]) {
      expect(
        ['generated', 'extract_completed', 'generating_failed', 'failed'].map(
          (status) => see(begun, status as PreviewStatus).phase,
        ),
      ).toStrictEqual(['generated', 'generated', 'failed', 'failed'])
    }
  })
  test('a file that reaches its final storage at the fifth retry does not fail', () => {
    let generation = see(beginGeneration(), 'file_not_in_final_storage')
    for (let retry = 1; retry <= 4; retry += 1) generation = see(generation, 'file_not_in_final_storage')
    expect(see(generation, 'generated').phase).toBe('generated')
  })
  for (const [progress, percent] of [
    [0, 50],
    [25, 63],
    [62, 81],
    [99, 100],
    [100, 100],
  ] as const) {
    test(`extract_processing is 50 and half of the reported percentage: ${progress} gives ${percent}, and generating continues`, () => {
      const seen = see(beginGeneration(), 'extract_processing', { progress })
      expect([seen.percent, seen.phase]).toStrictEqual([percent, 'generating'])
    })
  }
  test('the reason that the server names is used', () => {
    expect(see(beginGeneration(), 'generating_failed', { reason: 'too_large' }).reason).toBe('too_large')
  })
  test('not_support ends generating, too', () => {
    expect([see(beginGeneration(), 'not_support').phase, see(beginGeneration(), 'not_support').reason]).toStrictEqual([
      'failed',
      'not_support',
    ])
  })
})

describe('polling waits between requests (1§9)', () => {
  test('the first request is due at once', () => expect(beginGeneration().wait).toBe(0))
  test('backoff starts at 200 ms and doubles up to 2000 ms', () => {
    expect(waits('generating', 7)).toStrictEqual([200, 400, 800, 1600, 2000, 2000, 2000])
  })
  test('backoff also applies while the file is not in its final storage', () => {
    expect(waits('file_not_in_final_storage', 6)).toStrictEqual([200, 400, 800, 1600, 2000, null])
  })
  test('a media file is polled every 30 s', () =>
    expect(waits('generating', 3, 'analysing')).toStrictEqual([30_000, 30_000, 30_000]))
  test('a transformed video ends the waiting', () => {
    expect(see(beginGeneration(), 'generated', { media_status: 'finished' }).wait).toBeNull()
  })
  test('a media status is analysing or waiting, and any other counts as in transformation', () => {
    const phases = (['analysing', 'waiting', 'in_transformation', null] as const).map((status) =>
      mediaPhaseOf({ media_status: status }),
    )
    expect(phases).toStrictEqual(['analysing', 'waiting', 'in_transformation', 'in_transformation'])
  })
})

describe('a request has these parameters (1§4, 1§7)', () => {
  test('the first request has is_first', () =>
    expect(askOf(beginGeneration(), 'pdf')).toStrictEqual({ kind: 'pdf', is_first: true }))
  test('the next request has no is_first', () =>
    expect(askOf(see(beginGeneration(), 'generating'), 'pdf')).toStrictEqual({ kind: 'pdf' }))
  test('a regenerating request has force-regenerate and kind', () => {
    expect(askOf(beginGeneration('forced'), 'video')).toStrictEqual({ kind: 'video', 'force-regenerate': true })
  })
  test('a regenerating request for a PDF has no kind', () =>
    expect(askOf(beginGeneration('forced'), 'pdf')).toStrictEqual({ 'force-regenerate': true }))
  test('every request for the office frame has wps_enable, and no other request does', () => {
    const asks = [beginGeneration(), see(beginGeneration(), 'generating'), beginGeneration('forced')]
    expect(asks.map((generation) => askOf(generation, 'pdf', 'office'))).toStrictEqual([
      { kind: 'pdf', is_first: true, wps_enable: true },
      { kind: 'pdf', wps_enable: true },
      { 'force-regenerate': true, wps_enable: true },
    ])
    expect(asks.map((generation) => 'wps_enable' in askOf(generation, 'pdf', 'pages'))).toStrictEqual([
      false,
      false,
      false,
    ])
  })
  test('force-regenerate is sent once, not with every poll', () => {
    expect(askOf(see(beginGeneration('forced'), 'generating'), 'image_1024')).toStrictEqual({ kind: 'image_1024' })
  })
})

describe('[PREV-05] an error offers its remedies (1§4)', () => {
  const table: [reason: PreviewError, offers: string][] = [
    ['unknown', 'regenerate switchMode'],
    ['server_error', 'regenerate switchMode'],
    ['network_error', 'reload'],
    ['timeout', 'reload switchMode'],
    ['not_support', ''],
    ['extension_not_correct', ''],
    ['too_large', ''],
    ['zip_too_large', ''],
    ['file_deleted', ''],
    ['empty', ''],
    ['media_not_support', 'regenerate'],
    ['file_not_in_final_storage', 'reload'],
    ['failure', 'regenerate switchMode'],
    ['permission_denied', ''],
    ['encrypt_yiqixie', ''],
  ]
  for (const [reason, offers] of table) {
    test(`${reason} offers ${offers || 'only a message'}`, () => expect(offersOf(reason, true).join(' ')).toBe(offers))
  }
  test('switching the mode is offered only if it is available', () =>
    expect(offersOf('unknown', false)).toStrictEqual(['regenerate']))
  test('the file itself is offered where another try probably fails again', () => {
    expect(table.map(([reason]) => reason).filter(isFinal)).toStrictEqual([
      'not_support',
      'extension_not_correct',
      'too_large',
      'zip_too_large',
      'media_not_support',
      'failure',
    ])
  })
  test('[PREV-11] a refusal whose code has words as a reason is that reason', () => {
    expect(
      (['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'] as const).map(reasonOf),
    ).toStrictEqual(['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'])
    expect((['item_not_found', 'login_expired', undefined] as const).map(reasonOf)).toStrictEqual([null, null, null])
  })
  test('a failed request ends the waiting with its reason', () => {
    const { phase, wait, reason } = failedWith(see(beginGeneration(), 'generating'), 'network_error')
    expect({ phase, wait, reason }).toStrictEqual({ phase: 'failed', wait: null, reason: 'network_error' })
  })
})
