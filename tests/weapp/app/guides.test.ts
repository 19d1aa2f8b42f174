import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EnterpriseRow } from '../../../server/database/tables'
import { datedPhoto, docx } from '../../support/samples/samples'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

async function newcomer(values: Partial<EnterpriseRow> = {}) {
  const user = await site.make.user({
    enterprise: await site.make.enterprise({ is_h5_show_user_guide: true, ...values }),
  })
  await site.make.folder({ owner: user }, { name: '资料' })
  return user
}

const settingsOf = async ({ id }: { id: number }) => {
  const row = await site.server.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return [row.user_guide_h5_sync, row.user_guide_h5_upload, row.user_guide_h5_logout].join()
}

const logOf = ({ id }: { id: number }) =>
  site.server.deps.db.selectFrom('action_log').selectAll().where('user_id', '=', id).execute()

const titleOf = ({ host }: Phone) => host.$('.guide-head')?.text

describe('[CTX-08] [CTX-13] guides', () => {
  test('one guide appears at the start and one beside the upload button, and closing turns each off at the server', async (t) => {
    const user = await newcomer()
    const phone = await openSignedIn(t, site.wire, user, { query: { space: 'frequent' } })
    await phone.until('.guide-foot')
    assert.equal(titleOf(phone), phone.t('guide.sync.title'))
    await phone.press(phone.t('action.gotIt'))
    await phone.until(() => !phone.host.$('.guide'))
    await until('the server to know', async () => (await settingsOf(user)) === 'false,true,true')

    await phone.goTo(phone.t('space.own'))
    await phone.until('.guide-add')
    assert.equal(titleOf(phone), phone.t('guide.upload.title'))
    phone.host.tap('.foot-add')
    await phone.until('.sheet')
    assert.equal(phone.host.$('.guide'), null)
    phone.host.back()
    await phone.until('.guide-add')
    await phone.press(phone.t('action.gotIt'))
    await until('the server to know', async () => (await settingsOf(user)) === 'false,false,true')

    await phone.goTo(phone.t('space.frequent'))
    await phone.until('.guide-me')
    assert.equal(titleOf(phone), phone.t('guide.logout.title'))
    await phone.press(phone.t('action.gotIt'))
    await until('the server to know', async () => (await settingsOf(user)) === 'false,false,false')
    assert.equal(phone.asked('/update_user_guide_settings').length, 3)
  })

  deepTest('in an enterprise from WeChat the guide explains how files of chats get into the own space', async (t) => {
    const phone = await openOwn(t, site.wire, await newcomer({ is_from_wechat_enterprise: true }))
    await phone.until('.guide-add')
    assert.equal(titleOf(phone), phone.t('guide.uploadWeCom.title'))
    await phone.reads(phone.t('guide.uploadWeCom.chat'))
    await phone.open('资料')
    await phone.titled('资料')
    await phone.until('.empty')
    assert.equal(phone.host.$('.guide'), null)
  })

  deepTest(
    'no guide appears where the enterprise turned them off, nor again after the server could not store the closing',
    async (t) => {
      const quiet = await openOwn(t, site.wire, await site.make.user())
      assert.equal(quiet.host.$('.guide'), null)
      const phone = await openOwn(t, site.wire, await newcomer())
      await phone.until('.guide-add')
      site.wire.cut('POST /api/apps/users/update_user_guide_settings')
      await phone.press(phone.t('action.gotIt'))
      await phone.until(() => !phone.host.$('.guide'))
      await phone.open('资料')
      await phone.titled('资料')
      await phone.until('.empty')
      assert.deepEqual([phone.host.$('.guide'), phone.host.$('.dialog')], [null, null])
    },
  )
})

describe('[AH-12] photos of the album', () => {
  deepTest('photos get distinct names by the camera’s date, which is kept and shown', async (t) => {
    const user = await site.make.user()
    const phone = await openOwn(t, site.wire, user)
    const data = await datedPhoto('2019:05:01 14:30:07', { zone: '+08:00' })
    phone.host.pick([
      { name: 'x.jpg', data },
      { name: 'y.jpg', data },
    ])
    await phone.add('upload.media')
    await phone.until(() => phone.listLength === 2)
    assert.deepEqual(phone.names.sort(), ['IMG_20190501_143007.jpg', 'IMG_20190501_143007_2.jpg'])
    const dates = await site.server.deps.db
      .selectFrom('bodies')
      .innerJoin('versions', 'versions.body_id', 'bodies.id')
      .select('bodies.original_date')
      .where('versions.creator_id', '=', user.id)
      .execute()
    assert.deepEqual(
      dates.map(({ original_date: date }) => date?.toISOString()),
      Array(2).fill('2019-05-01T06:30:07.000Z'),
    )
    await until(
      'the log',
      async () =>
        String((await logOf(user)).map(({ action, fail_reason: why }) => [action, why])) ===
        'upload_stat,,upload_stat,',
    )
  })
})

deepTest('[CTX-10] the log receives a document that the phone’s viewer shows', async (t) => {
  const user = await site.make.user()
  await site.make.file({ owner: user }, { name: '问答.docx', content: await docx('问') })
  const phone = await openOwn(t, site.wire, user)
  await phone.open('问答.docx')
  await phone.at('preview')
  await phone.until(() => phone.host.openedDocuments[0])
  await until('the log', async () => {
    const [told, ...rest] = await logOf(user)
    return (
      told?.action === 'preview_complete' &&
      told.fail_reason === null &&
      (told.additional_info as { kind: string }).kind === 'pdf' &&
      rest.length === 0
    )
  })
})
