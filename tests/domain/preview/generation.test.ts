import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PreviewStatus } from '@/contract/entities'
import { PREVIEW_CLEAR_DELAY } from '@/domain/limits'
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
  type PreviewTrouble,
} from '@/domain/preview/generation'

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
  ['extract_processing', 0.5, 75],
  ['extract_processing', 1, 100],
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

describe('the percent of each status (1§4)', () => {
  for (const [status, progress, percent] of percents) {
    test(`${status} at ${progress}: ${percent}`, () => assert.equal(percentOf(status, progress), percent))
  }
  test('progress counts in extract_processing only', () => assert.equal(percentOf('generating', 0.9), 10))
  test('a report beyond its range stays within', () => {
    assert.deepEqual([percentOf('extract_processing', 7), percentOf('extract_processing', -1)], [100, 50])
  })
  test('the state carries it', () => assert.equal(see(beginGeneration(), 'generating_uploading').percent, 60))
  test('at 100 the display clears after 100 ms', () => assert.equal(PREVIEW_CLEAR_DELAY, 100))
})

describe('[PREV-18] the end of generating (1§4)', () => {
  for (const status of ['generated', 'extract_completed'] as const) {
    test(`finished when status is ${status}`, () => {
      const { phase, percent, wait, reason } = see(beginGeneration(), status)
      assert.deepEqual({ phase, percent, wait, reason }, { phase: 'generated', percent: 100, wait: null, reason: null })
    })
  }
  test('no other status ends it, whatever is reported', () => {
    const ends = new Set<PreviewStatus>([
      'generated',
      'extract_completed',
      'generating_failed',
      'failed',
      'not_support',
    ])
    for (const status of [...statuses].filter((each) => !ends.has(each))) {
      const { phase, wait } = see(beginGeneration(), status, { progress: 1 })
      assert.deepEqual([phase, wait], ['generating', 200], status)
    }
  })
  for (const status of ['generating_failed', 'failed'] as const) {
    test(`failed when ${status}`, () => {
      const { phase, percent, wait, reason } = see(beginGeneration(), status)
      assert.deepEqual({ phase, percent, wait, reason }, { phase: 'failed', percent: 0, wait: null, reason: 'failure' })
    })
  }
  test('or after 5 retries still in file_not_in_final_storage', () => {
    let generation = see(beginGeneration(), 'file_not_in_final_storage')
    for (let retry = 1; retry <= 4; retry += 1) generation = see(generation, 'file_not_in_final_storage')
    assert.equal(generation.phase, 'generating')
    const last = see(generation, 'file_not_in_final_storage')
    assert.deepEqual([last.phase, last.reason, last.wait], ['failed', 'file_not_in_final_storage', null])
  })
  test('the retries count anew once the file was there', () => {
    let generation = beginGeneration()
    for (let i = 0; i < 5; i += 1) generation = see(generation, 'file_not_in_final_storage')
    generation = see(generation, 'generating')
    for (let i = 0; i < 5; i += 1) generation = see(generation, 'file_not_in_final_storage')
    assert.equal(generation.phase, 'generating')
  })
  test('in the middle, too, and for a forced one', () => {
    for (const begun of [see(beginGeneration(), 'generating_downloaded'), beginGeneration('forced')]) {
      assert.deepEqual(
        ['generated', 'extract_completed', 'generating_failed', 'failed'].map(
          (status) => see(begun, status as PreviewStatus).phase,
        ),
        ['generated', 'generated', 'failed', 'failed'],
      )
    }
  })
  test('a file that comes into its final storage at the fifth retry is not given up', () => {
    let generation = see(beginGeneration(), 'file_not_in_final_storage')
    for (let retry = 1; retry <= 4; retry += 1) generation = see(generation, 'file_not_in_final_storage')
    assert.equal(see(generation, 'generated').phase, 'generated')
  })
  for (const [progress, percent] of [
    [0, 50],
    [0.25, 63],
    [0.62, 81],
    [0.99, 100],
    [1, 100],
  ] as const) {
    test(`extract_processing is 50 + 50 × reported progress: ${progress} gives ${percent}, and goes on`, () => {
      const seen = see(beginGeneration(), 'extract_processing', { progress })
      assert.deepEqual([seen.percent, seen.phase], [percent, 'generating'])
    })
  }
  test('what the server names as the reason counts', () => {
    assert.equal(see(beginGeneration(), 'generating_failed', { reason: 'too_large' }).reason, 'too_large')
  })
  test('not_support is an end too', () => {
    assert.deepEqual(
      [see(beginGeneration(), 'not_support').phase, see(beginGeneration(), 'not_support').reason],
      ['failed', 'not_support'],
    )
  })
})

describe('polling (1§9)', () => {
  test('the first ask is due at once', () => assert.equal(beginGeneration().wait, 0))
  test('backoff starts at 200 ms and doubles up to 2000 ms', () => {
    assert.deepEqual(waits('generating', 7), [200, 400, 800, 1600, 2000, 2000, 2000])
  })
  test('also while the file is not in its final storage', () => {
    assert.deepEqual(waits('file_not_in_final_storage', 6), [200, 400, 800, 1600, 2000, null])
  })
  test('media 30 s', () => assert.deepEqual(waits('generating', 3, 'analysing'), [30_000, 30_000, 30_000]))
  test('a transformed video ends the waiting', () => {
    assert.equal(see(beginGeneration(), 'generated', { media_status: 'finished' }).wait, null)
  })
  test('media statuses: analysing, waiting, otherwise in transformation', () => {
    const phases = (['analysing', 'waiting', 'in_transformation', null] as const).map((status) =>
      mediaPhaseOf({ media_status: status }),
    )
    assert.deepEqual(phases, ['analysing', 'waiting', 'in_transformation', 'in_transformation'])
  })
})

describe('what an ask says (1§4, 1§7)', () => {
  test('is_first on the first ask', () =>
    assert.deepEqual(askOf(beginGeneration(), 'pdf'), { kind: 'pdf', is_first: true }))
  test('not on the next', () => assert.deepEqual(askOf(see(beginGeneration(), 'generating'), 'pdf'), { kind: 'pdf' }))
  test('regenerate: force-regenerate, plus kind', () => {
    assert.deepEqual(askOf(beginGeneration('forced'), 'video'), { kind: 'video', 'force-regenerate': true })
  })
  test('unless PDF', () => assert.deepEqual(askOf(beginGeneration('forced'), 'pdf'), { 'force-regenerate': true }))
  test('wps_enable on every ask for the office frame, on no other', () => {
    const asks = [beginGeneration(), see(beginGeneration(), 'generating'), beginGeneration('forced')]
    assert.deepEqual(
      asks.map((generation) => askOf(generation, 'pdf', 'office')),
      [
        { kind: 'pdf', is_first: true, wps_enable: true },
        { kind: 'pdf', wps_enable: true },
        { 'force-regenerate': true, wps_enable: true },
      ],
    )
    assert.deepEqual(
      asks.map((generation) => 'wps_enable' in askOf(generation, 'pdf', 'pages')),
      [false, false, false],
    )
  })
  test('once, not with every poll', () => {
    assert.deepEqual(askOf(see(beginGeneration('forced'), 'generating'), 'image_1024'), { kind: 'image_1024' })
  })
})

describe('[PREV-05] what an error offers (1§4)', () => {
  const table: [reason: PreviewTrouble, offers: string][] = [
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
    ['media_not_support', ''],
    ['file_not_in_final_storage', ''],
    ['failure', ''],
    ['permission_denied', ''],
    ['encrypt_yiqixie', ''],
  ]
  for (const [reason, offers] of table) {
    test(`${reason}: ${offers || 'a message alone'}`, () => assert.equal(offersOf(reason, true).join(' '), offers))
  }
  test('switching mode if available', () => assert.deepEqual(offersOf('unknown', false), ['regenerate']))
  test('the file itself, where trying again is of no use', () => {
    assert.deepEqual(table.map(([reason]) => reason).filter(isFinal), [
      'not_support',
      'extension_not_correct',
      'too_large',
      'zip_too_large',
      'media_not_support',
      'failure',
    ])
  })
  test('[PREV-11] a refusal whose code has words as a reason is that reason', () => {
    assert.deepEqual(
      (['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'] as const).map(reasonOf),
      ['not_support', 'encrypt_yiqixie', 'permission_denied', 'item_is_deleted'],
    )
    assert.deepEqual((['item_not_found', 'login_expired', undefined] as const).map(reasonOf), [null, null, null])
  })
  test('an ask that failed ends the waiting with its reason', () => {
    const { phase, wait, reason } = failedWith(see(beginGeneration(), 'generating'), 'network_error')
    assert.deepEqual({ phase, wait, reason }, { phase: 'failed', wait: null, reason: 'network_error' })
  })
})
