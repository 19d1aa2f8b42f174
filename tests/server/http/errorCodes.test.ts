import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ErrorCode, PreviewReason } from '@/contract/errors'
import { errorWords } from '@/i18n/errors'
import type { ItemRow } from '../../../server/database/tables'
import { kindOf } from '../../../server/http/envelope'
import { CodeWorld } from '../../support/codes/CodeWorld'
import { itemCodes } from '../../support/codes/itemCodes'
import { sharedCodes } from '../../support/codes/sharedCodes'
import { photo } from '../../support/samples/samples'
import { eventually } from '../../support/uploads/upload'

const languages = ['zh-CN', 'en', 'zh-TW'] as const

const world = new CodeWorld()
before(() => world.open())
beforeEach(() => world.at.rewind())
after(() => world.at.close())

describe('the server answers the codes of both catalogues in the user’s language (1§8, 2§8)', () => {
  for (const { code, when, provoke } of [...itemCodes, ...sharedCodes])
    test(`[ERR-04] ${code}: ${when}`, async () => {
      const asked = await provoke(world, code)
      if (!asked) return
      const [who, name, input] = asked
      const { headers } = who
      for (const language of languages) {
        who.headers = { ...headers, cookie: [headers.cookie, `lang=${language}`].filter(Boolean).join('; ') }
        const { entry } = await who.refused(name, input, code)
        assert.equal(entry.error_tr_msg, errorWords[language][code])
      }
      who.headers = headers
    })

  test('[ERR-04] a test of the server names every other code, except those that the server never answers (decisions 3.19)', () => {
    const texts = ['server', 'security', 'support'].flatMap((folder) => {
      const at = new URL(`../../${folder}/`, import.meta.url)
      const files = readdirSync(at, { recursive: true, encoding: 'utf8' })
      return files.filter(namesCodes).map((name) => readFileSync(new URL(name, at), 'utf8'))
    })
    const never: ErrorCode[] = ['preview_access_permission_denied']
    const unnamed = Object.keys(kindOf).filter((code) => !texts.some((text) => text.includes(`'${code}'`)))
    assert.deepEqual(unnamed, never)
  })
})

/** Models and tables of calls list codes without a test that provokes them. */
function namesCodes(name: string): boolean {
  return name.endsWith('.ts') && !/(^|\/)(rig|model|calls)\/|errorCodes/.test(name)
}

/** The reasons why a file has no preview, each with a file to which the reason applies. */
const reasons: [reason: PreviewReason, when: string, prepare: () => Promise<ItemRow>][] = [
  ['not_support', 'nothing shows such files', () => world.file({ name: '楼.rvt' })],
  ['extension_not_correct', 'a text named as a picture', () => world.file({ name: '合影.jpg', content: 'text' })],
  ['empty', 'it has no bytes', () => world.file({ name: '空.pdf', content: '' })],
  ['failure', 'it is cut off', async () => world.file({ name: '断.jpg', content: (await photo()).subarray(0, 200) })],
  ['file_deleted', 'it is in the trash', () => world.deleted()],
  [
    'zip_too_large',
    'an archive of over 1 GB',
    async () => {
      const item = await world.file({ name: '资料.zip' })
      const { db } = world.at.server.deps
      const size = 1024 ** 3 + 1
      await db.updateTable('versions').set({ size }).where('item_id', '=', item.id).execute()
      return item
    },
  ],
  [
    'permission_denied',
    'a file without the right to preview',
    async () => {
      const item = await world.file()
      await world.at.change(item, { scope: 1 })
      return item
    },
  ],
]

describe('the server answers the reasons why there is no preview in the user’s language', () => {
  for (const [reason, when, prepare] of reasons)
    test(`[ERR-04] ${reason}: ${when}`, async () => {
      const { id } = await prepare()
      const finalAnswer = await eventually(async () => {
        const answer = await world.me.call('GET /apps/representations/info', { file_id: id })
        return answer.reason ?? assert.fail(answer.status)
      })
      assert.equal(finalAnswer, reason)
    })
})
