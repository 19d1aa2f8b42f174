import { describe, expect, test } from '@jest/globals'
import type { PreviewStatus } from '@/contract/previews/previews'
import type { PreviewReason } from '@/contract/errors'
import { answered, beginGeneration, failedWith, offersOf, type Generation } from '@/domain/previews/generation'
import { allOf, languages } from '../../i18n/catalogues'
import { createWords } from '@/i18n/words'

/**
 * The tables of the specification, copied from its sentences. One answer of the server each; what the machine then says:
 * `percent` while it goes on, `end` where it stops.
 */
interface Row {
  sentence: string
  status: PreviewStatus
  progress?: number
  percent: number
  end?: 'generated' | 'failed'
}

const generation = 'Preview generation statuses and progress percent'
const extraction = 'Archive extraction'
const statuses: Row[] = [
  { sentence: generation, status: 'not_support', percent: 0, end: 'failed' },
  { sentence: generation, status: 'generating_failed', percent: 0, end: 'failed' },
  { sentence: generation, status: 'file_not_in_final_storage', percent: 5 },
  { sentence: generation, status: 'generating', percent: 10 },
  { sentence: generation, status: 'generating_started', percent: 10 },
  { sentence: generation, status: 'generating_downloading', percent: 15 },
  { sentence: generation, status: 'generating_downloaded', percent: 50 },
  { sentence: generation, status: 'generating_uploading', percent: 60 },
  { sentence: generation, status: 'generating_uploaded', percent: 75 },
  { sentence: generation, status: 'generated', percent: 100, end: 'generated' },
  { sentence: extraction, status: 'not_started', percent: 0 },
  { sentence: extraction, status: 'download_started', percent: 10 },
  { sentence: extraction, status: 'download_completed', percent: 15 },
  { sentence: extraction, status: 'check_started', percent: 20 },
  { sentence: extraction, status: 'check_completed', percent: 30 },
  { sentence: extraction, status: 'extract_started', percent: 40 },
  { sentence: extraction, status: 'extract_processing', progress: 0, percent: 50 },
  { sentence: extraction, status: 'extract_processing', progress: 30, percent: 65 },
  { sentence: extraction, status: 'extract_processing', progress: 100, percent: 100 },
  { sentence: extraction, status: 'extract_completed', percent: 100, end: 'generated' },
  { sentence: 'Failed when generating_failed or failed', status: 'failed', percent: 0, end: 'failed' },
]

const medias = [
  ['analysing', 'analysing'],
  ['waiting', 'waiting'],
  ['in_transformation', 'in_transformation'],
  ['finished', 'in_transformation'],
] as const

const offered: Record<PreviewReason, string> = {
  // Preview errors: unknown and server_error offer regenerate and switching mode if available; network_error offers reload;
  unknown: 'regenerate switchMode',
  server_error: 'regenerate switchMode',
  network_error: 'reload',
  // not_support, file_deleted, … are shown as messages.
  not_support: '',
  file_deleted: '',
  item_is_deleted: '',
  permission_denied: '',
  share_link_preview_download_limited: '',
  encrypt_yiqixie: '',
  // Preview failure reasons with their own messages (1§8) that 1§4 does not name.
  extension_not_correct: '',
  too_large: '',
  zip_too_large: '',
  // Reasons that only this server sends.
  zip_encrypted: '',
  zip_volumes: '',
  office_encrypted: '',
  empty: '',
  // Load may cause these, so that another try may succeed (decisions 107).
  media_not_support: 'regenerate',
  generating_failed: 'regenerate switchMode',
  file_not_in_final_storage: 'reload',
  failure: 'regenerate switchMode',
}
const reasons = Object.keys(offered) as PreviewReason[]

const still = { progress: 0, media_status: null, reason: null }
const after = (answer: Partial<Parameters<typeof answered>[1]> & { status: PreviewStatus }): Generation =>
  answered(beginGeneration(), { ...still, ...answer })

describe('[PREV-04] every status of 1§4', () => {
  for (const { sentence, status, progress = 0, percent, end } of statuses) {
    test(`${sentence}: ${status} ${progress || ''} is ${percent} %, ${end ?? 'continues'}`, () => {
      const seen = after({ status, progress })
      expect([seen.percent, seen.phase]).toStrictEqual([percent, end ?? 'generating'])
      expect(seen.wait === null).toBe(end !== undefined)
    })
  }

  for (const [status, phase] of medias) {
    test(`[PREV-09] media ${status}: ${phase}, requested again after 30 s`, () => {
      const { media, wait } = after({ status: 'generating', media_status: status })
      expect([media, wait]).toStrictEqual([phase, 30_000])
    })
  }
  test('other files have no media status', () => expect(after({ status: 'generating' }).media).toBeNull())
})

describe('[PREV-05] [ERR-04] every error of 1§4 and 1§8', () => {
  for (const reason of reasons) {
    test(`${reason}: ${offered[reason] || 'a message'}`, () => {
      for (const status of ['generating_failed', 'failed', 'not_support'] as const)
        expect(after({ status, reason }).reason).toBe(reason)
      expect(offersOf(reason, true).join(' ')).toBe(offered[reason])
      expect(offersOf(reason, false).join(' ')).toBe(offered[reason].replace(' switchMode', ''))
    })
  }

  test('a failed preview keeps its reason and no percent', () => {
    for (const reason of reasons) {
      const { phase, percent, reason: told, wait } = failedWith(after({ status: 'generating_uploaded' }), reason)
      expect({ phase, percent, told, wait }).toStrictEqual({ phase: 'failed', percent: 0, told: reason, wait: null })
    }
  })

  test('a reason that this version does not know counts as unknown, so that it has words and remedies', () => {
    expect(after({ status: 'generating_failed', reason: 'of_a_later_server' as PreviewReason }).reason).toBe('unknown')
  })

  for (const language of languages) {
    test(`in ${language} each reason and each media status has words of its own`, () => {
      const words = createWords(...allOf(language))
      const texts = [
        ...reasons.map((reason) => words(`preview.reason.${reason}`)),
        ...(['analysing', 'waiting', 'in_transformation'] as const).map((status) => words(`preview.media.${status}`)),
      ]
      expect(texts.filter((text) => text.trim() === '')).toStrictEqual([])
      expect(new Set(texts).size).toBe(texts.length)
    })
  }
})
