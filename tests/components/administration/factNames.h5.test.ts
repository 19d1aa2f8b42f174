import { expect, test } from '@jest/globals'
import { adminWords } from '@/i18n/administration/loadAll'
import { loadLazyWords, needLazyWords } from '@/i18n/lazy/load'
import { loadMainWords } from '@/i18n/main/load'
import { loadAccountWords } from '@/i18n/session/load'
import { createWords } from '@/i18n/words'
import { factNames } from '@/screens/administration/audit/factNames'
import { wordField, wordFields } from '@/screens/administration/audit/wordFields'

const languages = ['zh-CN', 'zh-TW', 'en'] as const

async function wordsOf(language: (typeof languages)[number]) {
  needLazyWords()
  const main = [...(await loadMainWords(language, 'default')), ...(await loadLazyWords(language))]
  const t = createWords<'admin'>(...main, ...adminWords(language, 'default'))
  const deeds = createWords<'account'>(...main, ...(await loadAccountWords(language, 'default')))
  return { t, deeds, moment: String }
}

test.each(languages)(
  '[ADM-14] every fact of the log has words in %s, and none shows its key or null',
  async (language) => {
    const words = await wordsOf(language)
    for (const key of Object.keys(factNames)) {
      const [field] = wordFields({ before: { [key]: null }, after: { [key]: null } }, words)
      const text = field ? wordField(field) : ''
      expect([key, text]).toEqual([key, expect.stringMatching(/^[^:]+: .+ → .+$/)])
      expect([key, text]).toEqual([key, expect.not.stringMatching(/null|undefined|[a-z]_[a-z]/)])
    }
  },
)

test.each([
  [{ before: { administrator_role: null }, after: { administrator_role: 'auditor' } }, 'Role: Member → Auditor'],
  [{ before: { quota_bytes: null }, after: { quota_bytes: 10_737_418_240 } }, 'Space: Default → 10 GB'],
  [{ before: null, after: { created: 3, skipped: 2 } }, 'Added: 3; Skipped: 2'],
  [{ before: { department: 'A' }, after: { members_to: 'B' } }, 'Department: A; Members go to: B'],
  [{ before: { role: 'viewer' }, after: { role: 'editor' } }, 'Role: Viewer → Editor'],
  [
    { before: { second_step_for: 'nobody' }, after: { second_step_for: 'everybody' } },
    'Who needs two-step verification: Nobody → Everybody',
  ],
  [{ before: null, after: { role: 'auditor', email: '' } }, 'Role: Auditor; E-mail: '],
  [{ before: { folder_id: 4, folder: 'A' }, after: { folder_id: 5, space_owner: 'Lin' } }, 'Place: A; Place: '],
])('[ADM-14] %j is told in words', async (detail, expected) => {
  const fields = wordFields(detail, await wordsOf('en'))
  expect(fields.map(wordField).join('; ')).toContain(expected)
})
