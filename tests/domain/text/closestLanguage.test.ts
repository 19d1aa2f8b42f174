import { describe, expect, test } from '@jest/globals'
import type { Language } from '@/contract/entities'
import { closestLanguage } from '@/domain/text/closestLanguage'

describe('[I18N-01] a device gets the closest language', () => {
  const table: [string[], Language | undefined][] = [
    [['zh-CN'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-TW'], 'zh-TW'],
    [['zh-HK'], 'zh-TW'],
    [['zh_HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['zh-Hant-CN'], 'zh-TW'],
    [['en-GB'], 'en'],
    [['EN'], 'en'],
    [['fr-FR', 'en', 'zh-CN'], 'en'],
    [['fr-FR', 'zh-TW', 'en'], 'zh-TW'],
    [['fr-FR'], undefined],
    [['*'], undefined],
    [['zhx', 'eng'], undefined],
    [[''], undefined],
    [[], undefined],
  ]
  test.each(table)('%j leads to %s', (tags, expected) => expect(closestLanguage(tags)).toBe(expected))
})
