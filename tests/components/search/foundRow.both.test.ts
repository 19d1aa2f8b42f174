import { expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { WordsContext } from '@/components/ui/context'
import { phrases as lazy } from '@/i18n/lazy/zhCN'
import { phrases as main } from '@/i18n/main/zhCN'
import { phrases as ofSearch } from '@/i18n/search/zhCN'
import { createWords } from '@/i18n/words'
import { FoundRow } from '@/screens/search/FoundRow'
import { makeItem } from '../../stores/support/factories'
import { startApp } from '../../stores/support/startApp'
import { mountScreen } from '../rig'

test('[SRCH-03] a row shows place, date and size above the passage that contains the words', async () => {
  const { app, platform } = await startApp()
  const item = {
    ...makeItem({ name: '纪要.txt', size: 2048, modified_at: platform.clock.now() / 1000 - 300 }),
    path: [{ typed_id: 'folder_9', name: '会议' }],
    creator: { id: 7, name: '王珂' },
    content: '本次会议决定采购显微镜二十台',
    hit_num: 2,
  }
  const row = h(FoundRow, { item, words: '显微镜', top: 0 })
  const words = createWords(main, lazy, ofSearch)
  const mounted = await mountScreen(app, h(WordsContext.Provider, { value: words }, row))
  const texts = (selector: string) =>
    [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim())
  expect(texts('.search-hit')).toStrictEqual(['显微镜'])
  expect(texts('.row-where .row-detail')).toStrictEqual(['会议 · 5 分钟前 · 2 KB'])
  expect(texts('.row-where .row-tag')).toStrictEqual(['2 处匹配'])
  mounted.close()
})
