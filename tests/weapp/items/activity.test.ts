import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from '../../support/client'
import { openOwn } from '../Phone'
import { openSite } from '../site'

const site = openSite()

test('[AH-40] the properties show what happened to a file, and older entries on demand', async (t) => {
  const user = await site.make.user({ name: '王珂' })
  const file = await site.make.file({ owner: user }, { name: '初稿.txt' })
  const me = await client(site.server).as(user.login)
  for (const name of ['二稿.txt', '三稿.txt', '四稿.txt', '五稿.txt', '终稿.txt'])
    await me.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name })
  const phone = await openOwn(t, site.wire, user)
  await phone.menu('终稿.txt')
  await phone.choose('menu.properties')
  await phone.until('.activity-row')
  const rows = () => phone.host.$$('.activity-row').map(({ text }) => text)
  assert.equal(rows().length, 5)
  const [newest = ''] = rows()
  for (const part of ['王珂', phone.t('activity.did.renamedTo', { before: '五稿.txt', after: '终稿.txt' })])
    assert.ok(newest.includes(part), newest)
  await phone.press(phone.t('activity.more'))
  await phone.until(() => rows().length === 6)
  assert.ok(rows()[5]!.includes(phone.t('activity.did.created')), rows()[5])
})
