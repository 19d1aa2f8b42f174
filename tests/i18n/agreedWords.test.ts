import { describe, expect, test } from '@jest/globals'
import type { Language } from '@/contract/entities'
import { allOf, flat } from './catalogues'

/** The one name of a thing in the whole app, and words that other screens once used for it. */
const agreed: [language: Language, name: string, others: RegExp][] = [
  ['zh-CN', '访问权限', /^(谁能看到它|谁能打开|谁可以访问)$/],
  ['zh-CN', '复制成员链接', /复制内部(地址|链接)/],
  ['zh-CN', '只分享这个版本', /固定为当前版本/],
  ['zh-CN', '已选 {n} 人', /已选择 ?\{n\} ?人|已选中 ?\{n\} ?人/],
  ['zh-CN', '有效期至 {date}', /^\{date\} (到期|前有效)$/],
  ['zh-CN', '不再单独设置，恢复为“{role}”', /取消这里的角色/],
  ['zh-CN', '交接文件', /移交/],
  ['zh-CN', '两步验证', /第二步/],
  ['zh-TW', '交接檔案', /移交/],
  ['zh-TW', '兩步驟驗證', /第二步/],
  ['zh-TW', '存取權限', /^(誰能看到它|誰能開啟|誰可以存取)$/],
  ['zh-TW', '複製成員連結', /複製內部網址/],
  ['zh-TW', '只分享這個版本', /固定為目前版本/],
  ['zh-TW', '有效期至 {date}', /^\{date\} (到期|前有效)$/],
  ['en', 'Access', /^Who (can see this|can open it|has access)$/],
  ['en', 'Message (optional)', /^A message to them \(optional\)$/],
  ['en', 'Two-step verification', /second step/i],
  ['en', 'Regenerate', /^(Prepare again|New one)$/],
  ['en', 'Go to', /^Switch location/],
  ['en', 'Make a spreadsheet of it', /(?<!Excel )workbook/i],
  ['zh-CN', '生成在线表格', /协作表格/],
  ['zh-TW', '產生線上試算表', /協作表格/],
  ['en', 'New documents and spreadsheets that several people edit at the same time.', /^New texts/],
  ['zh-CN', '新建在线文档和表格，多人一起编辑', /^新建在线文档，/],
  ['zh-TW', '新增線上文件和試算表，多人一起編輯', /^新增線上文件，/],
]

describe('one name for one thing', () => {
  for (const [language, name, others] of agreed) {
    test(`${language}: ${name}`, () => {
      const texts = allOf(language).flatMap((catalogue) => [...flat(catalogue).values()])
      expect(texts).toContain(name)
      expect(texts.filter((text) => others.test(text))).toEqual([])
    })
  }
})
