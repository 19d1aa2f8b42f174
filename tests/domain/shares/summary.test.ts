import { describe, expect, test } from '@jest/globals'
import type { ShareSettings } from '@/domain/shares/settings'
import { isAlwaysNamed, summaryOf } from '@/domain/shares/summary'
import { openSettings } from '../../support/shares/shareTable'

const now = Date.UTC(2026, 10, 25) / 1000
const keysOf = (settings: Partial<ShareSettings>) =>
  summaryOf({ ...openSettings, ...settings }, now, 480).map((part) =>
    'n' in part ? `${part.key} ${part.n}` : part.key,
  )

describe('[SHARE-01] the summary of a link’s settings', () => {
  const table: [sentence: string, settings: Partial<ShareSettings>, keys: string[]][] = [
    ['an open link can be downloaded', {}, ['until', 'downloadable']],
    [
      'limits have their numbers',
      { is_preview_limit: true, preview_limit: 20, is_download_limit_v2: true, download_limit_v2: 5 },
      ['until', 'previews 20', 'downloads 5', 'watermark'],
    ],
    [
      'a link without downloads names visitors in its watermark',
      { disable_download: true },
      ['until', 'previewOnly', 'watermark'],
    ],
    [
      'the text of the maker is a watermark, too',
      { is_watermark_customize_content: true, watermark_customize_content: '内部', disable_forward: true },
      ['until', 'downloadable', 'watermark', 'noForward'],
    ],
  ]
  test.each(table)('%s', (_sentence, settings, keys) => expect(keysOf(settings)).toStrictEqual(keys))
})

describe('[SHARE-07] visitors are named without being asked for (decisions 108)', () => {
  const table: [sentence: string, settings: Partial<ShareSettings>, named: boolean][] = [
    ['where downloading is forbidden', { disable_download: true }, true],
    ['where downloading is limited', { is_download_limit_v2: true, download_limit_v2: 5 }, true],
    ['not where downloading is free', {}, false],
    [
      'not where the maker has a text of their own',
      { disable_download: true, is_watermark_customize_content: true, watermark_customize_content: '内部' },
      false,
    ],
  ]
  test.each(table)('%s', (_sentence, settings, named) =>
    expect(isAlwaysNamed({ ...openSettings, ...settings })).toBe(named),
  )
})
