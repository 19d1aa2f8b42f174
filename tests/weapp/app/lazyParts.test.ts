import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openOwn } from '../Phone'
import { openSite } from '../site'
import { deepTest } from '../../support/deep'

const site = openSite()
const lazy = 'packages/lazy'

describe('[CTX-11] the lazy package, which WeChat cannot fetch', () => {
  test('the list works silently; a sheet of the package says that it is missing, and opens once a retry succeeds', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '教案.docx' })
    const phone = await openOwn(t, site.wire, user, { missingPackages: [lazy] })
    await phone.row('教案.docx')
    assert.equal(phone.host.$('.dialog'), null)
    await phone.tapBar('add')
    assert.equal((await phone.dialog()).text, phone.t('failure.network'))
    await phone.answer('action.retry')
    await phone.until(() => phone.host.$('.dialog'))
    phone.host.packageComes(lazy)
    await phone.answer('action.retry')
    await phone.reads(phone.t('name.newFolder'))
    await phone.until(() => !phone.host.$('.dialog'))
  })

  deepTest('after declining, the next sheet requests the package again', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '教案.docx' })
    const phone = await openOwn(t, site.wire, user, { missingPackages: [lazy] })
    await phone.tapBar('add')
    await phone.dialog()
    await phone.answer('action.cancel')
    await phone.until(() => !phone.host.$('.dialog'))
    phone.host.packageComes(lazy)
    await phone.openPlaces()
    await phone.reads(phone.t('space.trash'))
    assert.equal(phone.host.$('.dialog'), null)
  })
})
